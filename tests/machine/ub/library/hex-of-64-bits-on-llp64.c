// C11 7.21.6.1p9: %lX takes an unsigned long of 32 bits, the argument has 64.
// TRAPS: %lX on LLP64
// rule: format-mismatch
// line: 13
// target: llp64
// output: 123456789

int printf(const char *, ...);

int main(void) {
    unsigned long long checksum = 0x123456789;
    printf("%llX\n", checksum);
    printf("%lX\n", checksum);
    return 0;
}
