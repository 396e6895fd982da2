// C11 6.5.10: counting, isolating and searching bits
#include <stdint.h>
#include <stdio.h>

static int pop(uint32_t x) {
    x -= x >> 1 & 0x55555555;
    x = (x & 0x33333333) + (x >> 2 & 0x33333333);
    return ((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101u >> 24;
}
static int ctz(uint32_t x) {
    int n = 0;
    while (!(x & 1))
        x >>= 1, n++;
    return n;
}
static uint32_t pow2(uint32_t x) {
    x--;
    for (int i = 1; i < 32; i <<= 1)
        x |= x >> i;
    return x + 1;
}
static uint32_t swap(uint32_t x) {
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
int main(void) {
    uint32_t t[] = {1, 0x80000000, 0xffffffff, 0x12345678, 96};
    for (int i = 0; i < 5; i++) {
        uint32_t x = t[i];
        printf("%d %d %lx %lx %lx %lx\n", pop(x), ctz(x), (unsigned long)(x & -x),
               (unsigned long)(x & (x - 1)), (unsigned long)pow2(x), (unsigned long)swap(x));
    }
    int a = 5, b = 9;
    a ^= b;
    b ^= a;
    a ^= b;
    printf("%d %d\n", a, b);
    uint64_t g = 0;
    for (unsigned i = 0; i < 16; i++)
        g = g << 4 | (i ^ i >> 1);
    printf("%llx\n", (unsigned long long)g);
    return 0;
}
