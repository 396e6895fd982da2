// C11 6.5.2.2p10: Arguments are unsequenced with each other.
// TRAPS: function arguments have no order
// rule: unsequenced
// line: 16
// output: 3

#include <stdio.h>

static int add(int a, int b) {
    return a + b;
}

int main(void) {
    int i = 1;
    printf("%d\n", add(i, i + 1));
    printf("%d\n", add(i, i++));
    return 0;
}
