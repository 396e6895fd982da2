// C11 6.3.1.4p1: -1.5 does not fit unsigned; -0.5 is truncated to 0.
// TRAPS: csmith 130, 132, 135: float to integer out of range, also negative to unsigned
// rule: float-to-int
// line: 13
// output: 0

#include <stdio.h>

int main(void) {
    double x = -0.5;
    printf("%u\n", (unsigned)x);
    x -= 1;
    printf("%u\n", (unsigned)x);
    return 0;
}
