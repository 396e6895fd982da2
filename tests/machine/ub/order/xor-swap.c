// C11 6.5p2: The exchange of two variables in one expression.
// rule: unsequenced
// line: 11
// output: 1 2

#include <stdio.h>

int main(void) {
    int a = 1, b = 2;
    printf("%d %d\n", a, b);
    a ^= b ^= a ^= b;
    printf("%d %d\n", a, b);
    return 0;
}
