// C11 6.7.9p23: Two calls of one counter in the initialiser of a struct.
// TRAPS: initialiser lists have no order
// rule: order-dependent
// line: 22
// output: 1

#include <stdio.h>

struct pair {
    int a, b;
};

static int n;

static int next(void) {
    return n++;
}

int main(void) {
    struct pair first = { next(), 1 };
    printf("%d\n", first.b);
    struct pair second = { next(), next() };
    return second.a - second.b;
}
