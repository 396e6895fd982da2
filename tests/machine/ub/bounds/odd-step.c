// C11 6.5.6p8: A step of two jumps over the end of an array of odd length.
// rule: pointer-arithmetic
// line: 15
// output: 1
// output: 3
// output: 5

#include <stdio.h>

int main(void) {
    int a[5] = { 1, 2, 3, 4, 5 };
    int *p = a;
    for (int i = 0; i < 3; i++) {
        printf("%d\n", *p);
        p += 2;
    }
    return 0;
}
