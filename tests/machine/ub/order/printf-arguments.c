// C11 6.5.2.2p10: A variable argument list has no order either.
// rule: unsequenced
// line: 11
// output: 0 1

#include <stdio.h>

int main(void) {
    unsigned char i = 0, j = 0;
    printf("%d %d\n", i++, ++j);
    printf("%d %d\n", i++, i);
    return 0;
}
