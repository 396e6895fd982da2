// C11 6.4.4.1p5: 2147483648 is a long on LP64 and a long long on ILP32, while 0x80000000 is unsigned.
// TRAPS: 2147483648 is long on LP64 and long long on ILP32; 0x80000000 is unsigned
// rule: format-mismatch
// line: 14
// target: ilp32
// output: 2147483648
// output: 2147483648

int printf(const char *, ...);

int main(void) {
    printf("%u\n", 0x80000000);
    printf("%lld\n", 2147483648);
    printf("%ld\n", 2147483648);
    return 0;
}
