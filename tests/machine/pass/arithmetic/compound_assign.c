// C11 6.5.16.2p3: E1 op= E2 computes in the common type and converts back
// choice: signed-conversion-wraps
#include <stdio.h>

int main(void) {
    signed char c = 100;
    c += 100;
    printf("%d\n", c);
    unsigned char u = 250;
    u += 10;
    printf("%d\n", u);
    u *= 100;
    printf("%d\n", u);
    short s = -32768;
    s -= 1;
    printf("%d\n", s);
    s /= -1;
    printf("%d\n", s);
    int i = 10;
    i *= 2.6;
    printf("%d\n", i);
    i -= 0.5;
    printf("%d\n", i);
    unsigned short us = 0x1234;
    us <<= 8;
    us |= 0x7;
    us ^= 0xffff;
    us %= 1000;
    printf("%d\n", us);
    i = 5;
    i += i;
    i *= i;
    printf("%d\n", i);
    long l = -7;
    l %= 4u;
    printf("%ld\n", l);
    return 0;
}
