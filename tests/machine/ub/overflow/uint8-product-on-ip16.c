// C11 6.3.1.1p2: unsigned char is promoted to 16-bit int, where 255 * 255 does not fit.
// TRAPS: uint16_t * uint16_t overflows int after promotion (its 16-bit form)
// rule: signed-overflow
// line: 14
// target: ip16
// output: 32761

int printf(const char *, ...);

int main(void) {
    unsigned char a = 181, b = 255;
    unsigned r = a * a;
    printf("%u\n", r);
    r = b * b;
    printf("%u\n", r);
    return 0;
}
