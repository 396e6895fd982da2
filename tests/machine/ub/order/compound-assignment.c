// C11 6.5p2: The right operand of += modifies the object as well.
// rule: unsequenced
// line: 12
// output: 6

#include <stdio.h>

int main(void) {
    long x = 2, y = 2;
    x += y++ + 2;
    printf("%ld\n", x);
    x += x--;
    printf("%ld\n", x);
    return 0;
}
