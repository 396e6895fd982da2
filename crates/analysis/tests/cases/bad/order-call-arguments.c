// violation: Unsequenced
int x; int f(int a, int b) { return a + b; } int g(void) { return x++; }
int main(void) {
    f(g(), g());
    return 0;
}
