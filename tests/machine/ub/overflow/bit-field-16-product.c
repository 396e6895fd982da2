// C11 6.3.1.1p2: Unsigned bit-fields of 16 bits are promoted to int, where the product does not fit.
// TRAPS: promotion of an unsigned bit-field narrower than int is to int
// rule: signed-overflow
// line: 17
// output: 65535 65535

#include <stdio.h>

struct s {
    unsigned a : 16;
    unsigned b : 16;
};

int main(void) {
    struct s s = { 65535, 65535 };
    printf("%u %u\n", (unsigned)s.a, (unsigned)s.b);
    unsigned p = s.a * s.b;
    printf("%u\n", p);
    return 0;
}
