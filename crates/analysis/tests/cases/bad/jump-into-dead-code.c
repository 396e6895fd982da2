// violation: NullDereference
int x;
int main(void) {
    int *p = 0;
    if (x) goto l;
    return 0;
l:
    *p = 1;
    return 0;
}
