// C11 6.5.7p4: INT_MIN << 0 is undefined in C up to C23.
// TRAPS: a negative left operand is undefined in C, also for neg << 0
// rule: shift-of-negative
// line: 14
// std: c23
// output: -2147483648

#include <limits.h>
#include <stdio.h>

int main(void) {
    int x = INT_MIN;
    printf("%d\n", x);
    x = x << 0;
    printf("%d\n", x);
    return 0;
}
