// C11 6.5.2.2p10: The function designator and the arguments have no order: the argument changes which function is called.
// rule: order-dependent
// line: 25
// output: 1

#include <stdio.h>

static int one(int x) {
    return x;
}

static int two(int x) {
    return 2 * x;
}

static int (*op)(int) = one;

static int choose(int x) {
    op = two;
    return x;
}

int main(void) {
    printf("%d\n", op(1));
    printf("%d\n", op(choose(1)));
    return 0;
}
