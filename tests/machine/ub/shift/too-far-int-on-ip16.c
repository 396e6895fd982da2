// C11 6.5.7p3: unsigned int has 16 bits on IP16.
// rule: shift-too-far
// line: 13
// target: ip16
// output: 32768

int printf(const char *, ...);

int main(void) {
    unsigned char n = 15;
    printf("%u\n", 1u << n);
    n++;
    printf("%u\n", 1u << n);
    return 0;
}
