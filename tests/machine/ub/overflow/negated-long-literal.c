// C11 6.4.4.1p5: -2147483648 is a negated long on LP64; only after conversion to int does - 1 overflow.
// TRAPS: -2147483648 is a negated long
// rule: signed-overflow
// line: 13
// output: -2147483649

#include <stdio.h>

int main(void) {
    long a = -2147483648 - 1;
    int b = -2147483648;
    printf("%ld\n", a);
    b = b - 1;
    printf("%d\n", b);
    return 0;
}
