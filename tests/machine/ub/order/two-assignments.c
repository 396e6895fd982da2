// C11 6.5p2: Two unsequenced assignments to one variable, even of the same value.
// TRAPS: (a = 1) + (a = 2)
// rule: unsequenced
// line: 12
// output: 3

#include <stdio.h>

int main(void) {
    int a = 0, b = 0;
    printf("%d\n", (a = 1) + (b = 2));
    printf("%d\n", (a = 2) + (a = 2));
    return 0;
}
