// C11 6.5.6p8: a[-1] leaves the array at its begin.
// rule: pointer-arithmetic
// line: 13
// output: 10

#include <stdio.h>

int main(void) {
    int a[2] = { 10, 20 };
    signed char i = 0;
    printf("%d\n", a[i]);
    i--;
    printf("%d\n", a[i]);
    return 0;
}
