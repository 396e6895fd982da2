// C11 6.5.16p3: The value of an assignment to a bit-field is the truncated one, here zero.
// TRAPS: the type of an assignment to a bit-field is the bit-field's declared type, its value the truncated one
// rule: division-by-zero
// line: 16
// output: 10

#include <stdio.h>

struct s {
    unsigned low : 3;
};

int main(void) {
    struct s s = { 0 };
    printf("%d\n", 10 / (s.low = 9));
    printf("%d\n", 10 / (s.low = 8));
    return 0;
}
