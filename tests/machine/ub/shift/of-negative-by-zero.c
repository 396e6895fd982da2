// C11 6.5.7p4: << of a negative value is undefined even when the amount is zero.
// TRAPS: a negative left operand is undefined in C, also for neg << 0
// rule: shift-of-negative
// line: 10
// output: 5

#include <stdio.h>

static int shift(int x, int n) {
    return x << n;
}

int main(void) {
    printf("%d\n", shift(5, 0));
    printf("%d\n", shift(-5, 0));
    return 0;
}
