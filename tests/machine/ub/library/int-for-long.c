// C11 7.21.6.1p9: %d is given a long.
// rule: format-mismatch
// line: 11
// output: 1

#include <stdio.h>

int main(void) {
    long x = 1;
    printf("%ld\n", x);
    printf("%d\n", x);
    return 0;
}
