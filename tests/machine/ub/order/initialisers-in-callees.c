// C11 6.5.2.2p10: The initialiser of a local in one callee sets what that in the other one reads.
// rule: order-dependent
// line: 21

#include <stdio.h>

static int g = 1;

static int set(void) {
    int l = g++;
    int *p = &l;
    return *p;
}

static int get(void) {
    int l[2] = {g, 2};
    int *p = l;
    return p[0];
}

static int both(void) { return set() - get(); }

int main(void) {
    printf("%d\n", both());
    return 0;
}
