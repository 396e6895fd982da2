// C11 6.7.2.1p5: a bit-field wider than int that means the same in its width and in its declared type
int printf(const char *, ...);

struct wide {
    unsigned long long u : 40;
    long long s : 36;
    unsigned char c : 3;
};
int main(void) {
    struct wide w = {0x12345678ULL, -5, 7};
    printf("%llx %lld %d\n", (unsigned long long)w.u + 1, (long long)(w.s * 2), w.c + 1);
    w.u += 0xff00000000ULL;
    w.u <<= 4;
    w.s -= 7;
    printf("%llx %lld\n", (unsigned long long)w.u, (long long)w.s);
    printf("%d %d %d\n", w.u > 5, w.s < -1, w.u == 0x12345678ULL);
    printf("%llx\n", (unsigned long long)w.u << 20);
    printf("%llx\n", w.u / 16 & 0xffff);
    return 0;
}
