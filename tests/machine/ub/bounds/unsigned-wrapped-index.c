// C11 6.5.6p8: 0u - 1 as an index is four thousand millions, not minus one.
// rule: pointer-arithmetic
// line: 14
// output: 20

#include <stdio.h>

int main(void) {
    int a[3] = { 10, 20, 30 };
    int *mid = a + 2;
    unsigned i = 0;
    printf("%d\n", mid[-1]);
    i--;
    printf("%d\n", mid[i]);
    return 0;
}
