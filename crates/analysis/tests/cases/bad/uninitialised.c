// violation: GarbageRead
int main(void) {
    int *p;
    int *q;
    q = p;
    return 0;
}
