// C11 6.3.1.1p2: the minimum of a narrow type divided by -1 is computed in int
// choice: signed-conversion-wraps
#include <limits.h>
#include <stdio.h>

int main(void) {
    signed char c = SCHAR_MIN;
    short s = SHRT_MIN;
    printf("%d %d\n", c / -1, c % -1);
    printf("%d %d\n", s / -1, s % -1);
    c /= -1;
    s /= (signed char)-1;
    printf("%d %d\n", c, s);
    printf("%d\n", SCHAR_MIN * SCHAR_MIN);
    printf("%d\n", SHRT_MIN * SHRT_MIN);
    printf("%d\n", -(short)SHRT_MIN);
    return 0;
}
