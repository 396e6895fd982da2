// C11 6.5.2.2p10: the calls leave another value behind in each order, and nobody looks at it

#include <stdio.h>

static int last;

static int mark(int n) {
    last = n;
    return 1;
}

int main(void) {
    int both = mark(1) + mark(2);
    last = 7;
    printf("%d %d\n", both, last);
    return 0;
}
