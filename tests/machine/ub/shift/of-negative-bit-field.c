// C11 6.5.7p4: A signed bit-field of 4 bits holds -8 after 8 was stored in it.
// rule: shift-of-negative
// line: 16
// output: 7

#include <stdio.h>

struct s {
    signed a : 4;
};

int main(void) {
    struct s s = { 7 };
    printf("%d\n", s.a);
    s.a++;
    printf("%d\n", s.a << 1);
    return 0;
}
