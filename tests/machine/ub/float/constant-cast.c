// C11 6.3.1.4p1: Conversion among constants.
// TRAPS: csmith 130, 132, 135: float to integer out of range, also in constants
// rule: float-to-int
// line: 11
// output: 4294967295

#include <stdio.h>

int main(void) {
    printf("%u\n", (unsigned)4294967295.5);
    printf("%u\n", (unsigned)4294967296.0);
    return 0;
}
