// C11 6.3.1.1p2, 6.5p5: uint16_t operands are promoted to int, where 65535 * 65535 does not fit.
// TRAPS: uint16_t * uint16_t overflows int after promotion
// rule: signed-overflow
// line: 14
// output: 1073741824

#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint16_t a = 32768, b = 65535;
    uint32_t r = a * a;
    printf("%u\n", (unsigned)r);
    r = b * b;
    printf("%u\n", (unsigned)r);
    return 0;
}
