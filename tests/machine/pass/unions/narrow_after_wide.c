// C11 6.5.2.3 note 95: a narrower member reads the low bytes of a wider one on a little-endian target
// choice: union-punning
#include <stdint.h>
#include <stdio.h>

union U { uint64_t q; uint32_t d; uint16_t w; uint8_t b; int8_t s; };
int main(void) {
    union U u;
    u.q = 0x8899aabbccddeeffu;
    printf("%lx %x %x %d\n", (unsigned long)u.d, u.w, u.b, u.s);
    u.q = 256;
    printf("%lu %u %u\n", (unsigned long)u.d, u.w, u.b);
    union U v = u;
    printf("%u\n", v.w);
    u.d = 0x01020304;
    printf("%x %x\n", u.w, u.b);
    u.w = 0xfffe;
    printf("%d\n", u.s);
    return 0;
}
