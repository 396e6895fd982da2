// C11 6.5.7p3: unsigned long has 32 bits on LLP64.
// rule: shift-too-far
// line: 13
// target: llp64
// output: 2147483648

int printf(const char *, ...);

int main(void) {
    unsigned long x = 1;
    x <<= 31;
    printf("%lu\n", x);
    x = x >> 36;
    printf("%lu\n", x);
    return 0;
}
