// C11 6.5.2.2p6: Without prototype an int argument is not converted to the parameter's type long.
// rule: wrong-arguments
// line: 12
// output: 8

#include <stdio.h>

static long twice();

int main(void) {
    printf("%ld\n", twice(4L));
    printf("%ld\n", twice(4));
    return 0;
}

static long twice(long x) {
    return 2 * x;
}
