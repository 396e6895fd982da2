// C11 6.5.5p6: The operands are bit-fields; one holds INT_MIN, the other -1.
// rule: division-overflow
// line: 16
// output: start

#include <stdio.h>

struct s {
    signed a : 32;
    signed b : 2;
};

int main(void) {
    struct s s = { -2147483647 - 1, 3 };
    puts("start");
    s.a = s.a / s.b;
    printf("%d\n", s.a);
    return 0;
}
