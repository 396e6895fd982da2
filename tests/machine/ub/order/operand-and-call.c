// C11 6.5.2.2p10: The call changes the variable that the other operand reads.
// TRAPS: f(&x) + x
// rule: order-dependent
// line: 17
// output: 2

#include <stdio.h>

static int bump(int *p) {
    *p += 1;
    return 1;
}

int main(void) {
    int x = 1, y = 1;
    printf("%d\n", bump(&y) + x);
    printf("%d\n", bump(&x) + x);
    return 0;
}
