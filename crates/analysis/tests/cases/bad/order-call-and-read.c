// violation: Unsequenced
int x; int f(int *p) { *p = 1; return 2; }
int main(void) {
    f(&x) + x;
    return 0;
}
