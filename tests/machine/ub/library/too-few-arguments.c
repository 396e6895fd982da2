// C11 7.21.6.1p2: There are fewer arguments than conversions.
// TRAPS: reduction introduces format mismatches
// rule: format-mismatch
// line: 11
// output: 1 2

#include <stdio.h>

int main(void) {
    printf("%d %d\n", 1, 2, 3);
    printf("%d %d\n", 1);
    return 0;
}
