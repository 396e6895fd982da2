// C11 6.3.1.4p1: 3e9 does not fit the 32-bit long of ILP32.
// rule: float-to-int
// line: 12
// target: ilp32
// output: 3000000000

int printf(const char *, ...);

int main(void) {
    double d = 3e9;
    printf("%lu\n", (unsigned long)d);
    long n = d;
    printf("%ld\n", n);
    return 0;
}
