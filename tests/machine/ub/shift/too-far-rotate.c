// C11 6.5.7p3: The usual rotation shifts by the width when the amount is zero.
// rule: shift-too-far
// line: 10
// output: 80000001

#include <stdint.h>
#include <stdio.h>

static uint32_t rotate(uint32_t x, int n) {
    return x << n | x >> (32 - n);
}

int main(void) {
    printf("%x\n", (unsigned)rotate(0xc0000000u, 1));
    printf("%x\n", (unsigned)rotate(0xc0000000u, 0));
    return 0;
}
