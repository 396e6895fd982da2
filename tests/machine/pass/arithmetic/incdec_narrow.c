// C11 6.5.2.4p2, 6.5.3.1p2: ++ and -- on narrow types convert back and do not overflow
// choice: signed-conversion-wraps
#include <limits.h>
#include <stdio.h>

int main(void) {
    signed char c = SCHAR_MAX;
    short s = SHRT_MIN;
    unsigned char u = 0;
    unsigned short us = USHRT_MAX;
    int old = c++;
    printf("%d %d\n", old, c);
    old = s--;
    printf("%d %d\n", old, s);
    old = --u;
    printf("%d %d\n", old, u);
    old = ++us;
    printf("%d %d\n", old, us);
    printf("%d\n", ++c);
    unsigned n = 0;
    for (u = 200; u != 100; u++)
        n++;
    printf("%u\n", n);
    return 0;
}
