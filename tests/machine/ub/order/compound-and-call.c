// C11 6.5.16.2p3, 6.5.2.2p10: The call changes the left operand of += before or after it is read.
// rule: order-dependent
// line: 18
// output: 10

#include <stdio.h>

static int total;

static int add_ten(void) {
    total += 10;
    return 1;
}

int main(void) {
    add_ten();
    printf("%d\n", total);
    total += add_ten();
    printf("%d\n", total);
    return 0;
}
