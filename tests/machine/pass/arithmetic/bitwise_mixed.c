// C11 6.5.10-12: bitwise operators act in the common type of their operands
#include <stdio.h>

int main(void) {
    unsigned char c = 0xF0;
    short s = -1;
    unsigned u = 0x0ff00ff0u;
    long l = -2;
    printf("%d\n", c & s);
    printf("%d\n", c | s);
    printf("%d\n", c ^ s);
    printf("%u\n", u & s);
    printf("%lx\n", u | l);
    printf("%lx\n", u ^ l);
    printf("%d\n", 12 & 10 | 5 ^ 3);
    printf("%d\n", (5 & 6 == 6));
    printf("%llx\n", ~0u & ~0ull);
    printf("%llx\n", ~0ull ^ ~0u);
    return 0;
}
