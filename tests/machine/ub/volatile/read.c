// C11 6.7.3p6: A volatile object is read through an lvalue that is not volatile.
// rule: volatile-access
// line: 12
// output: 1

#include <stdio.h>

int main(void) {
    volatile int v = 1;
    int *p = (int *)&v;
    printf("%d\n", v);
    printf("%d\n", *p);
    return 0;
}
