// C11 6.5p2, 3.14p3: Two effects on one bit-field; different bit-fields are different objects to the abstract machine.
// rule: unsequenced
// line: 17
// output: 3

#include <stdio.h>

struct s {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
};

int main(void) {
    struct s s = { 1, 2 };
    printf("%d\n", s.a++ + s.b++);
    printf("%d\n", s.a++ + s.a);
    return 0;
}
