// C11 6.3.1.1p2: An unsigned bit-field of 8 bits is promoted to int before the shift.
// TRAPS: promotion of an unsigned bit-field narrower than int is to int
// rule: shift-overflow
// line: 19
// output: 2130706432

#include <stdio.h>

struct pixel {
    unsigned a : 8;
    unsigned r : 8;
    unsigned g : 8;
    unsigned b : 8;
};

int main(void) {
    struct pixel p = { 255, 127, 0, 0 };
    printf("%d\n", p.r << 24);
    unsigned word = p.a << 24;
    printf("%u\n", word);
    return 0;
}
