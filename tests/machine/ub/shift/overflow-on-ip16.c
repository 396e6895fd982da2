// C11 6.5.7p4: 1 << 15 is not representable in 16-bit int.
// rule: shift-overflow
// line: 13
// target: ip16
// output: 16384

int printf(const char *, ...);

int main(void) {
    int n = 14;
    printf("%d\n", 1 << n);
    n++;
    printf("%u\n", (unsigned)(1 << n));
    return 0;
}
