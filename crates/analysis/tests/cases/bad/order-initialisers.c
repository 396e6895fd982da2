// violation: Unsequenced
int x;
int main(void) {
    int a[2] = {x++, x};
    return 0;
}
