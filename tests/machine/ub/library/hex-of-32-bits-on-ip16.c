// C11 7.21.6.1p9: %X takes an unsigned int of 16 bits, the argument has 32.
// TRAPS: %X with a 32-bit type on 16-bit int
// rule: format-mismatch
// line: 13
// target: ip16
// output: 12345678

int printf(const char *, ...);

int main(void) {
    unsigned long checksum = 0x12345678;
    printf("%lX\n", checksum);
    printf("%X\n", checksum);
    return 0;
}
