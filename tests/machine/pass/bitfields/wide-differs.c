// C11 6.7.2.1p5: what is shifted out of a bit-field's width is lost for gcc and kept for clang
// choice: wide-bit-field
// skip: gcc computes in 40 bits
int printf(const char *, ...);

struct wide {
    unsigned long long u : 40;
};
int main(void) {
    struct wide w = {0xff12345678ULL};
    unsigned long long x = w.u << 8;
    printf("%llx\n", x);
    return 0;
}
