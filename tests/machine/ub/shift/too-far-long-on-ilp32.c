// C11 6.5.7p3: long has 32 bits on ILP32.
// rule: shift-too-far
// line: 12
// target: ilp32
// output: 1

int printf(const char *, ...);

int main(void) {
    int n = 32;
    printf("%d\n", (int)((1ull << n) >> n));
    printf("%lu\n", 1ul << n);
    return 0;
}
