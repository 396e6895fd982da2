// C11 6.3.1.1p2: An unsigned bit-field of 31 bits is promoted to int, so that + 1 overflows.
// TRAPS: promotion of an unsigned bit-field narrower than int is to int
// rule: signed-overflow
// line: 18
// output: 2147483646

#include <stdio.h>

struct s {
    unsigned a : 31;
    unsigned b : 1;
};

int main(void) {
    struct s s = { 0x7ffffffeu, 1 };
    printf("%d\n", s.a + 0);
    s.a++;
    printf("%u\n", (unsigned)(s.a + 1));
    return 0;
}
