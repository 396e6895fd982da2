// C11 6.5p2: i = ++i + 1 is the standard's own example.
// rule: unsequenced
// line: 11
// output: 1

#include <stdio.h>

int main(void) {
    int i = 1;
    printf("%d\n", i);
    i = ++i + 1;
    printf("%d\n", i);
    return 0;
}
