// C11 6.4.4.1p5: 32767 is an int on IP16 while 32768 is a long, so only the first sum overflows.
// TRAPS: unsuffixed literals have types that depend on the value and the target
// rule: signed-overflow
// line: 13
// target: ip16
// output: 32769

int printf(const char *, ...);

int main(void) {
    long a = 32768 + 1;
    printf("%ld\n", a);
    long b = 32767 + 1;
    printf("%ld\n", b);
    return 0;
}
