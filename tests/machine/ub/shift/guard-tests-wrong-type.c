// C11 6.5.7p3: The guard tests the width of the result, not of the promoted left operand.
// TRAPS: shift guards must test the promoted type
// rule: shift-too-far
// line: 14
// output: 1073741824

#include <stdint.h>
#include <stdio.h>

static uint64_t safe_shift(uint16_t x, unsigned n) {
    if (n >= 64) {
        return x;
    }
    return x << n;
}

int main(void) {
    printf("%u\n", (unsigned)safe_shift(1, 30));
    printf("%u\n", (unsigned)safe_shift(1, 40));
    return 0;
}
