// C11 6.5.7p4: << of a negative value.
// rule: shift-of-negative
// line: 11
// output: -1

#include <stdio.h>

int main(void) {
    int x = -1;
    printf("%d\n", x >> 1);
    printf("%d\n", x << 1);
    return 0;
}
