// violation: GarbageRead
int x;
int main(void) {
    if (x) goto in;
    {
        int *p = &x;
    in:
        *p = 1;
    }
    return 0;
}
