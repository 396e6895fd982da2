// C11 6.3.2.3p8: A function is called through a pointer with another parameter type.
// rule: wrong-function-type
// line: 15
// output: 3

#include <stdio.h>

static int half(long x) {
    return (int)(x / 2);
}

int main(void) {
    int (*f)(int) = (int (*)(int))half;
    printf("%d\n", half(6));
    printf("%d\n", f(6));
    return 0;
}
