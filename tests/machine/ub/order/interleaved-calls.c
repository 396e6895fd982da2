// C11 6.5p3, 6.5.2.2p10: only an order in which one operand comes between the calls of the other shows
// rule: order-dependent
// line: 24

#include <stdio.h>

static int s;

static int first(void) {
    s = s == 0;
    return 0;
}

static int second(void) {
    return s == 7;
}

static int between(void) {
    s = s == 1 ? 7 : s;
    return 0;
}

int main(void) {
    int r = (first(), second()) + between();
    s = 0;
    printf("%d\n", r);
    return 0;
}
