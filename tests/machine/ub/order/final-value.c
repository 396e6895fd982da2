// C11 6.5.2.2p10: The value of the expression is the same in every order, the memory left behind is not.
// rule: order-dependent
// line: 17
// output: start

#include <stdio.h>

static int last;

static int mark(int n) {
    last = n;
    return 1;
}

int main(void) {
    puts("start");
    int both = mark(1) + mark(2);
    printf("%d %d\n", both, last);
    return 0;
}
