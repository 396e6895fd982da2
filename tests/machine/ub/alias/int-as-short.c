// C11 6.5p7: An int is read through an lvalue of type short.
// rule: effective-type
// line: 12
// output: 65537

#include <stdio.h>

int main(void) {
    int i = 65537;
    short *p = (short *)&i;
    printf("%d\n", i);
    printf("%d\n", *p);
    return 0;
}
