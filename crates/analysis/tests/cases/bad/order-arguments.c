// violation: Unsequenced
int x; int f(int a, int b) { return a + b; }
int main(void) {
    f(x++, x);
    return 0;
}
