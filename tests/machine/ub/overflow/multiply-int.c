// C11 6.5p5: The product of two ints does not fit int.
// rule: signed-overflow
// line: 9
// output: 2147395600

#include <stdio.h>

static int square(int x) {
    return x * x;
}

int main(void) {
    printf("%d\n", square(46340));
    printf("%d\n", square(46341));
    return 0;
}
