// C11 6.3.1.1p2, 6.5.7p4: uint16_t is promoted to int, where 0xffff << 16 does not fit.
// rule: shift-overflow
// line: 12
// output: ffff

#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint16_t high = 0xffff, low = 1;
    printf("%x\n", (unsigned)high);
    uint32_t both = high << 16 | low;
    printf("%x\n", (unsigned)both);
    return 0;
}
