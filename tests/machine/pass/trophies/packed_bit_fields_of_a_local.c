// C11 6.7.9p17: each bit-field gets its value, also where it crosses a byte of a packed struct (tcc loses bits)
// skip: tcc 0.9.27 drops bits of packed bit-fields in initialisers of locals
int printf(const char *, ...);
struct __attribute__((packed)) P {
    signed a : 30;
    unsigned b : 28;
};
int main(void) {
    struct P l = {-1, 177212160};
    printf("%d %u\n", l.a, (unsigned)l.b);
    return 0;
}
