// C11 6.2.5p15: Plain char is unsigned on s390x, so '\xff' is 255, and 255 << 24 does not fit.
// TRAPS: char is signed on x86 and unsigned on ARM
// rule: shift-overflow
// line: 13
// target: s390x
// output: 255

int printf(const char *, ...);

int main(void) {
    char c = '\xff';
    printf("%d\n", c);
    printf("%d\n", c << 24);
    return 0;
}
