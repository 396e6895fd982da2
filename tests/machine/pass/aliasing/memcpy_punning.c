// C11 6.5p6: copying bytes into a declared object reinterprets them as its type
// choice: object-representation
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t bits(float f) {
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}
static float from(uint32_t u) {
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}
int main(void) {
    printf("%08lx %08lx %08lx\n", (unsigned long)bits(1.0f), (unsigned long)bits(-0.0f), (unsigned long)bits(0.1f));
    printf("%g %g\n", from(0x40490fdb), from(0x7f800000));
    unsigned char raw[12] = {0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0};
    uint32_t w[2];
    memcpy(w, raw + 1, sizeof w);
    printf("%lu %lu\n", (unsigned long)w[0], (unsigned long)w[1]);
    double d = -1.5;
    uint64_t q;
    memmove(&q, &d, sizeof q);
    q &= ~((uint64_t)1 << 63);
    memcpy(&d, &q, sizeof d);
    printf("%g\n", d);
    return 0;
}
