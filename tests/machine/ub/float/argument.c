// C11 6.5.2.2p7, 6.3.1.4p1: An argument is converted to the parameter's type as if by assignment.
// rule: float-to-int
// line: 16
// output: 32767

#include <stdio.h>

static void show(short s) {
    printf("%d\n", s);
}

int main(void) {
    float f = 32767.5f;
    show(f);
    f += 1;
    show(f);
    return 0;
}
