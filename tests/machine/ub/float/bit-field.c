// C11 6.3.1.4p1: -3.0 does not fit an unsigned bit-field of 8 bits.
// rule: float-to-int
// line: 18
// output: 255

#include <stdio.h>

struct s {
    unsigned v : 8;
};

int main(void) {
    struct s s;
    double d = 255.5;
    s.v = d;
    printf("%d\n", s.v);
    d = -3.0;
    s.v = d;
    printf("%d\n", s.v);
    return 0;
}
