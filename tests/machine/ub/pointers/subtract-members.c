// C11 6.5.6p9: Two members of one struct are not elements of one array.
// rule: pointer-subtraction
// line: 16
// output: 4

#include <stdio.h>

struct s {
    short a;
    short b;
};

int main(void) {
    struct s s = { 1, 2 };
    printf("%d\n", (int)sizeof s);
    printf("%d\n", (int)(&s.b - &s.a));
    return s.a != 1;
}
