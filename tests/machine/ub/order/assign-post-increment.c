// C11 6.5p2: The assignment and the increment both modify i, unsequenced.
// TRAPS: x = x++; but x = x + 1 and i = (i = 1, 2) are fine
// rule: unsequenced
// line: 14
// output: 2

#include <stdio.h>

int main(void) {
    int i = 0;
    i = i + 1;
    i = (i = 1, 2);
    printf("%d\n", i);
    i = i++;
    printf("%d\n", i);
    return 0;
}
