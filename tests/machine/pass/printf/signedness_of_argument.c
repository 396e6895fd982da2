// C11 7.16.1.1p2: a promoted or signed argument for an unsigned conversion is fine when both types hold the value
#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned char c = 0xab;
    unsigned short s = 0xcdef;
    struct { unsigned b : 7; } f = {100};
    printf("%x %X %u %o\n", c, s, f.b, 'a');
    printf("%u %x\n", 5, INT_MAX);
    printf("%d\n", 7u);
    printf("%lu %lx\n", 5L, LONG_MAX);
    printf("%c\n", 65u);
    printf("%02x%02x\n", c >> 4, c & 15);
    return 0;
}
