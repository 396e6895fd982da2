// C11 5.1.2.3p2, 6.5p2: Each read of a volatile is a side effect; two of the same object are unsequenced.
// TRAPS: two volatile accesses unsequenced in one expression
// rule: unsequenced
// line: 12
// output: 2

#include <stdio.h>

int main(void) {
    volatile int v = 1, w = 1;
    printf("%d\n", v + w);
    printf("%d\n", v + v);
    return 0;
}
