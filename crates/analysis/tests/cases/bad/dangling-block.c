// violation: GarbageRead
int x;
int main(void) {
    int *p = &x;
    {
        int y;
        p = &y;
    }
    return p == 0;
}
