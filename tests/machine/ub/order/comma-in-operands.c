// C11 6.5p2: A comma orders its own operands, not those of the addition around it.
// rule: unsequenced
// line: 12
// output: 2

#include <stdio.h>

int main(void) {
    int i = 0;
    int r = (i++, i + 1);
    printf("%d\n", r);
    r = (i++, i) + (i++, i);
    printf("%d\n", r);
    return 0;
}
