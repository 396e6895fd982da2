// C11 6.5.6p8: a + 4 leaves an array of three.
// rule: pointer-arithmetic
// line: 12
// output: 3

#include <stdio.h>

int main(void) {
    int a[3] = { 1, 2, 3 };
    int *p = a + 3;
    printf("%d\n", p[-1]);
    p = a + 4;
    return p == a;
}
