// C11 6.5p5: Two's complement became mandatory in C23; overflow stayed undefined.
// rule: signed-overflow
// line: 13
// std: c23
// output: -2147483648

#include <limits.h>
#include <stdio.h>

int main(void) {
    int x = INT_MIN;
    printf("%d\n", x);
    x += -1;
    printf("%d\n", x);
    return 0;
}
