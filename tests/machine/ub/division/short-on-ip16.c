// C11 6.5.5p6: -32768 / -1 is fine for 32-bit int, but overflows 16-bit int.
// rule: division-overflow
// line: 12
// target: ip16
// output: -32768

int printf(const char *, ...);

int main(void) {
    short a = -32767 - 1, b = -1;
    printf("%d\n", a);
    long q = a / b;
    printf("%ld\n", q);
    return 0;
}
