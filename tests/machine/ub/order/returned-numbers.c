// C11 6.5.2.2p10: three calls are numbered, and the middle one counts twice
// rule: order-dependent
// line: 13

#include <stdio.h>

static int n;
static int next(void) {
    return ++n;
}

int main(void) {
    int r = next() + 2 * next() + next();
    printf("%d\n", r);
    return 0;
}
