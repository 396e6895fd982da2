// C11 6.5.7p3: The limit is the width of the promoted left operand: 31 is fine for a byte, 32 is not.
// TRAPS: shift guards must test the promoted type
// rule: shift-too-far
// line: 15
// output: 0 0

#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint8_t b = 200;
    int n = 8;
    printf("%d %d\n", b >> n, b >> 31);
    n *= 4;
    printf("%d\n", b >> n);
    return 0;
}
