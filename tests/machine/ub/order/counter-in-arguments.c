// C11 6.5.2.2p10: Two calls of a counter as arguments.
// TRAPS: function arguments have no order
// rule: order-dependent
// line: 16
// output: 1

#include <stdio.h>

static int next(void) {
    static int n;
    return ++n;
}

int main(void) {
    printf("%d\n", next());
    printf("%d %d\n", next(), next());
    return 0;
}
