// C11 6.3.1.4p1, 6.7.2.1p10: a bit-field has an integer type of its own width; 256.0 fits unsigned
// but not 8 bits. gcc gives other values at -O2 than at -O0.
// rule: float-to-int
// line: 19
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
    d = 256.0;
    s.v = d;
    printf("%d\n", s.v);
    return 0;
}
