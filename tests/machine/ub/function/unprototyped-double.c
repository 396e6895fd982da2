// C11 6.5.2.2p6: Without prototype an int argument is passed where a double is expected.
// rule: wrong-arguments
// line: 13
// std: c99
// output: 2

#include <stdio.h>

static double half();

int main(void) {
    printf("%d\n", (int)half(4.0));
    printf("%d\n", (int)half(4));
    return 0;
}

static double half(double x) {
    return x / 2;
}
