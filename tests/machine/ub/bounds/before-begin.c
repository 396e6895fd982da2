// C11 6.5.6p8: A loop that walks backwards forms the pointer before the first element.
// rule: pointer-arithmetic
// line: 12
// output: 3
// output: 2
// output: 1

#include <stdio.h>

int main(void) {
    int a[3] = { 1, 2, 3 };
    for (int *p = a + 2; p >= a; p--) {
        printf("%d\n", *p);
    }
    return 0;
}
