// C11 6.3.1.4p1: -2147483649.0 does not fit int; -2147483648.9 does.
// rule: float-to-int
// line: 13
// output: -2147483648

#include <stdio.h>

int main(void) {
    double x = -2147483648.9;
    int i = x;
    printf("%d\n", i);
    x = -2147483649.0;
    i = x;
    printf("%d\n", i);
    return 0;
}
