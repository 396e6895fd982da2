// C11 6.5.2.2p10: The conflict lies two calls down and far apart in the operands.
// rule: order-dependent
// line: 25
// output: 6

#include <stdio.h>

static unsigned state = 1;

static unsigned draw(void) {
    state = state * 5 + 1;
    return state;
}

static unsigned roll(void) {
    return draw() % 100;
}

static unsigned twice(unsigned x) {
    return 2 * x;
}

int main(void) {
    printf("%u\n", roll());
    unsigned r = (1 + twice(roll())) * 3 - (7 & roll());
    printf("%u\n", r);
    return 0;
}
