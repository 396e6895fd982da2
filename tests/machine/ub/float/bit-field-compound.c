// C11 6.5.16.2p3, 6.3.1.4p1, 6.7.2.1p10: += computes 16.0, which does not fit 5 signed bits.
// rule: float-to-int
// line: 15
// output: 15

#include <stdio.h>

struct s {
    signed v : 5;
};

int main(void) {
    struct s s = { 10 };
    printf("%d\n", s.v += 5.5);
    s.v += 1.0;
    printf("%d\n", s.v);
    return 0;
}
