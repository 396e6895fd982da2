// C11 6.3.1.1p2, 6.5.16.2p3: *= on uint16_t multiplies as int before it converts back.
// TRAPS: uint16_t * uint16_t overflows int after promotion
// rule: signed-overflow
// line: 14
// output: 65024

#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint16_t x = 255;
    x *= 512;
    printf("%u\n", (unsigned)x);
    x *= x;
    printf("%u\n", (unsigned)x);
    return 0;
}
