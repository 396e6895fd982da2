// C11 6.3.1.4p1: Infinity does not fit any integer type.
// rule: float-to-int
// line: 15
// output: 1

#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    uint32_t bits = 0x7f800000u;
    float f;
    memcpy(&f, &bits, sizeof f);
    printf("%d\n", f > 1e30f);
    unsigned long long n = f;
    printf("%llu\n", n);
    return 0;
}
