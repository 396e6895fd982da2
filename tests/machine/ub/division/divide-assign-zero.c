// C11 6.5.16.2p3, 6.5.5p5: /= by zero on a narrow type.
// rule: division-by-zero
// line: 9
// output: 100

#include <stdio.h>

static void halve(unsigned char *x, unsigned char by) {
    *x /= by;
}

int main(void) {
    unsigned char x = 200;
    halve(&x, 2);
    printf("%d\n", x);
    halve(&x, 0);
    printf("%d\n", x);
    return 0;
}
