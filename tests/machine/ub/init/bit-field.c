// C11 6.3.2.1p2: A bit-field beside an initialised one in the same byte has no value.
// rule: uninitialised-read
// line: 17
// output: 3

#include <stdio.h>

struct s {
    unsigned a : 3;
    unsigned b : 3;
};

int main(void) {
    struct s s;
    s.a = 3;
    printf("%d\n", (int)s.a);
    printf("%d\n", (int)s.b);
    return 0;
}
