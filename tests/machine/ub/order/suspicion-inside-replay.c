// C11 6.5.2.2p10: the call that reads x hides in an expression that is itself indifferent to order
// rule: order-dependent
// line: 24
#include <stdio.h>

static int x, count;

static int read_x(void) {
    count++;
    return x;
}
static int zero(void) {
    count++;
    return 0;
}
static int write_x(void) {
    x = 5;
    return 0;
}
static int both(void) {
    return read_x() + zero();
}
int main(void) {
    int r = write_x() + both();
    printf("%d %d\n", r, count);
    return 0;
}
