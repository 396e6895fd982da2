// C11 6.3.1.3p2: -1 becomes 65535 in an unsigned short (tcc keeps the sign)
// skip: tcc 0.9.27 keeps the sign

int printf(const char *, ...);

int main(void) {
    signed char c = -1;
    int n = 0;
    (unsigned short)c >= 0 && ++n;
    printf("%d %d\n", (unsigned short)c == 65535, n);
    return 0;
}
