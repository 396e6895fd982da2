// C11 6.5.16p3: The side effects of the two assignments in x = x = 5 are unsequenced in C.
// rule: unsequenced
// line: 12
// output: 4 4

#include <stdio.h>

int main(void) {
    int x, y;
    x = y = 4;
    printf("%d %d\n", x, y);
    x = x = 5;
    printf("%d\n", x);
    return 0;
}
