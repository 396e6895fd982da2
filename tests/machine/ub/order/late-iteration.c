// C11 6.5.2.2p10: Only the last iteration makes a call whose effect the other operand reads.
// rule: order-dependent
// line: 21
// output: 0
// output: 1
// output: 2

#include <stdio.h>

static int base;

static int step(int i) {
    if (i == 3) {
        base = 100;
    }
    return i;
}

int main(void) {
    for (int i = 0; i < 4; i++) {
        printf("%d\n", base + step(i));
    }
    return 0;
}
