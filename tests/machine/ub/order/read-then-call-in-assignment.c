// C11 6.5.2.2p10: x = x - f() where f modifies x through a pointer kept elsewhere.
// rule: order-dependent
// line: 19
// output: 4

#include <stdio.h>

static int *kept;

static int f(void) {
    *kept = 10;
    return 1;
}

int main(void) {
    int x = 4;
    kept = &x;
    printf("%d\n", x);
    x = x - f();
    printf("%d\n", x);
    return 0;
}
