// C11 6.5.5: Adler-32 and Fletcher-16 over a generated buffer
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned char buf[1000];
    uint32_t s = 42;
    for (int i = 0; i < 1000; i++) {
        s ^= s << 13;
        s ^= s >> 17;
        s ^= s << 5;
        buf[i] = s & 0xff;
    }
    uint32_t a = 1, b = 0;
    uint16_t f1 = 0, f2 = 0;
    for (const unsigned char *p = buf, *e = buf + sizeof buf; p != e; ++p) {
        a = (a + *p) % 65521;
        b = (b + a) % 65521;
        f1 = (f1 + *p) % 255;
        f2 = (f2 + f1) % 255;
    }
    printf("%08lx %04x\n", (unsigned long)(b << 16 | a), (unsigned)(f2 << 8 | f1));
    return 0;
}
