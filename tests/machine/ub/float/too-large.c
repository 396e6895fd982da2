// C11 6.3.1.4p1: 1e10 does not fit int.
// rule: float-to-int
// line: 12
// output: 10000

#include <stdio.h>

int main(void) {
    double x = 1e4;
    printf("%d\n", (int)x);
    x *= 1e6;
    printf("%d\n", (int)x);
    return 0;
}
