// C11 6.5.7p4: 1L << 31 is not representable in the 32-bit long of ILP32.
// rule: shift-overflow
// line: 12
// target: ilp32
// output: 1073741824

int printf(const char *, ...);

int main(void) {
    long flag = 1L << 30;
    printf("%ld\n", flag);
    flag = flag << 1;
    printf("%ld\n", flag);
    return 0;
}
