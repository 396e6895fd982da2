// C11 6.5p5: Unary minus on a signed bit-field of 32 bits that holds the minimum.
// rule: signed-overflow
// line: 15
// output: -2147483648

#include <stdio.h>

struct s {
    signed a : 32;
};

int main(void) {
    struct s s = { -2147483647 - 1 };
    printf("%d\n", s.a);
    printf("%d\n", -s.a);
    return 0;
}
