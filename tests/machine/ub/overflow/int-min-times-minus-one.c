// C11 6.5p5: INT_MIN * -1 does not fit int.
// TRAPS: INT_MIN * -1
// rule: signed-overflow
// line: 14
// output: -2147483647

#include <limits.h>
#include <stdio.h>

int main(void) {
    int x = INT_MAX, m = -1;
    printf("%d\n", x * m);
    x = -x - 1;
    printf("%d\n", x * m);
    return 0;
}
