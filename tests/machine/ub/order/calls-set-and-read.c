// C11 6.5.2.2p10: Calls are indeterminately sequenced; one sets what the other reads.
// TRAPS: calls among operands are indeterminately sequenced: the result must not depend on it
// rule: order-dependent
// line: 22
// output: 0

#include <stdio.h>

static int g;

static int set(void) {
    g = 5;
    return 1;
}

static int get(void) {
    return g;
}

int main(void) {
    printf("%d\n", get());
    int r = set() + get();
    printf("%d\n", r);
    return 0;
}
