// C11 6.5.16p3: The operands of = have no order; both call the same counter.
// rule: order-dependent
// line: 18
// output: 1

#include <stdio.h>

static int n;

static int next(void) {
    return n++;
}

int main(void) {
    int a[4] = { 0, 0, 0, 0 };
    next();
    printf("%d\n", n);
    a[next()] = next();
    printf("%d %d\n", a[1], a[2]);
    return 0;
}
