// C11 6.5.5p6: INT_MIN % -1 is undefined since the quotient does not fit.
// TRAPS: INT_MIN % -1
// rule: division-overflow
// line: 11
// output: 0

#include <limits.h>
#include <stdio.h>

static int mod(int a, int b) {
    return a % b;
}

int main(void) {
    printf("%d\n", mod(INT_MAX, -1));
    printf("%d\n", mod(INT_MIN, -1));
    return 0;
}
