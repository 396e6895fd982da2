// C11 6.3.1.1p2: An unsigned bit-field of 20 bits is promoted to int and cannot be shifted by 32.
// TRAPS: promotion of an unsigned bit-field narrower than int is to int
// rule: shift-too-far
// line: 18
// output: 0

#include <stdio.h>

struct s {
    unsigned v : 20;
    unsigned n : 12;
};

int main(void) {
    struct s s = { 0xfffff, 31 };
    printf("%d\n", s.v >> s.n);
    s.n++;
    printf("%d\n", s.v >> s.n);
    return 0;
}
