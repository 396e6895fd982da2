// violation: NullDereference
int x;
int main(void) {
    int *p = &x;
    if (x)
        p = 0;
    *p = 1;
    return 0;
}
