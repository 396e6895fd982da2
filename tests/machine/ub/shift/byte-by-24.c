// C11 6.3.1.1p2, 6.5.7p4: uint8_t is promoted to int, where 0x80 << 24 does not fit.
// TRAPS: uint8_t << 24 overflows int after promotion
// rule: shift-overflow
// line: 11
// output: 7f020304

#include <stdint.h>
#include <stdio.h>

static uint32_t read32(const uint8_t *b) {
    return b[3] | b[2] << 8 | b[1] << 16 | b[0] << 24;
}

int main(void) {
    uint8_t bytes[4] = { 0x7f, 2, 3, 4 };
    printf("%x\n", (unsigned)read32(bytes));
    bytes[0]++;
    printf("%x\n", (unsigned)read32(bytes));
    return 0;
}
