// C11 6.5.7p3: A 64-bit value shifted by 64.
// rule: shift-too-far
// line: 10
// output: 1

#include <stdint.h>
#include <stdio.h>

static uint64_t top(uint64_t x, unsigned n) {
    return x >> (64 - n);
}

int main(void) {
    uint64_t x = UINT64_MAX;
    printf("%d\n", (int)top(x, 1));
    printf("%d\n", (int)top(x, 0));
    return 0;
}
