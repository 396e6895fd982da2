// C11 6.5.7: rotation written so that no amount reaches the width
#include <stdint.h>
#include <stdio.h>

static uint32_t rotl32(uint32_t x, unsigned n) {
    return x << (n & 31) | x >> (-n & 31);
}
static uint64_t rotr64(uint64_t x, unsigned n) {
    return x >> (n & 63) | x << (-n & 63);
}
static uint8_t rotl8(uint8_t x, unsigned n) {
    n &= 7;
    return (uint8_t)(x << n | x >> (8 - n));
}
int main(void) {
    for (unsigned n = 0; n <= 36; n += 4)
        printf("%08lx %016llx %02x\n", (unsigned long)rotl32(0x12345678, n),
               (unsigned long long)rotr64(0x0123456789abcdefu, n), (unsigned)rotl8(0x81, n));
    return 0;
}
