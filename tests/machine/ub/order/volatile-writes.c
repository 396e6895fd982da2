// C11 6.5.2.2p10, 5.1.2.3p6: The order of two calls shows in the accesses to a volatile object.
// TRAPS: two volatile accesses unsequenced in one expression
// rule: order-dependent
// line: 19
// output: 0

#include <stdio.h>

static volatile int port;

static int pulse(int n) {
    port = n;
    port = 0;
    return n;
}

int main(void) {
    printf("%d\n", port);
    int r = pulse(1) * pulse(2);
    return r != 2;
}
