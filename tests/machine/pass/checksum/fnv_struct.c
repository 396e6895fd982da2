// C11 6.2.6.1p4: hashing the bytes of objects that have no padding
// choice: object-representation
#include <stdint.h>
#include <stdio.h>

struct P { int32_t x, y; uint16_t a, b; uint8_t c[4]; };
static uint32_t fnv(const void *p, size_t n) {
    const unsigned char *b = p;
    uint32_t h = 2166136261u;
    while (n--)
        h = (h ^ *b++) * 16777619u;
    return h;
}
int main(void) {
    struct P p[3] = {{1, 2, 3, 4, {5, 6, 7, 8}}, {-1, -2, 65535, 0, "abc"}};
    printf("%08lx\n", (unsigned long)fnv(p, sizeof p));
    printf("%08lx\n", (unsigned long)fnv(&p[1], sizeof *p));
    double d = 1.5;
    printf("%08lx\n", (unsigned long)fnv(&d, sizeof d));
    printf("%08lx\n", (unsigned long)fnv("hello", 5));
    p[2] = p[0];
    printf("%d\n", fnv(&p[2], sizeof *p) == fnv(p, sizeof *p));
    return 0;
}
