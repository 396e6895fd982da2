// C11 6.5.6p9: Elements of different rows are elements of different arrays.
// rule: pointer-subtraction
// line: 12
// output: 1

#include <stdio.h>

static int m[2][3];

int main(void) {
    printf("%d\n", (int)(&m[1] - &m[0]));
    printf("%d\n", (int)(&m[1][0] - &m[0][0]));
    return 0;
}
