// C11 6.5.16.2p3, 6.3.1.4p1: *= computes 150.0, which does not fit signed char.
// rule: float-to-int
// line: 13
// output: 120

#include <stdio.h>

int main(void) {
    signed char c = 80;
    c *= 1.5;
    printf("%d\n", c);
    c = 100;
    c *= 1.5;
    printf("%d\n", c);
    return 0;
}
