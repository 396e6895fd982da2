// C11 6.5p5: long has 32 bits on ILP32.
// rule: signed-overflow
// line: 13
// target: ilp32
// output: 2147483647

int printf(const char *, ...);

int main(void) {
    long x = 2147483646L;
    x = x + 1;
    printf("%ld\n", x);
    x = x + 1;
    printf("%ld\n", x);
    return 0;
}
