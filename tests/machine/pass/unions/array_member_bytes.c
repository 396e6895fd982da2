// C11 6.2.6.1p7: storing one element of a byte array member leaves the other bytes of that member alone
// choice: union-punning
#include <stdint.h>
#include <stdio.h>

union U { uint32_t w; uint8_t b[4]; uint16_t h[2]; };
int main(void) {
    union U u;
    u.w = 0x11223344;
    u.b[1] = 0xff;
    printf("%08lx\n", (unsigned long)u.w);
    u.h[1] = 0xabcd;
    printf("%08lx\n", (unsigned long)u.w);
    for (int i = 0; i < 4; i++)
        u.b[i] = (uint8_t)(i * 17);
    printf("%08lx %04x\n", (unsigned long)u.w, u.h[0]);
    u.b[0]++;
    u.b[3] ^= u.b[2];
    printf("%08lx\n", (unsigned long)u.w);
    return 0;
}
