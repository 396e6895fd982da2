// C11 6.5.16.2p3, 6.5.5p5: %= by zero on a 64-bit type.
// rule: division-by-zero
// line: 14
// output: 2

#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint64_t x = 100000000000002u, m = 10;
    x %= m;
    printf("%d\n", (int)x);
    m <<= 63;
    x %= m;
    printf("%d\n", (int)x);
    return 0;
}
