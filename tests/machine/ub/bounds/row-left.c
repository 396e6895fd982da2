// C11 6.5.6p8: &m[0][0] + 4 leaves the first row of three.
// rule: pointer-arithmetic
// line: 11
// output: 5

#include <stdio.h>

int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    printf("%d\n", m[1][1]);
    int *p = &m[0][0] + 4;
    printf("%d\n", *p);
    return 0;
}
