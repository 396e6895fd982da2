// C11 6.5.6p8: the bytes of an object end with it, also as an array of unknown length
// rule: pointer-arithmetic
// line: 7
#include <stdio.h>
int main(void) {
    int a[2] = {1, 2};
    printf("%d\n", (*(char(*)[]) & a[0])[9]);
    return 0;
}
