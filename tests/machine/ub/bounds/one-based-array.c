// C11 6.5.6p8: The old trick of an array with base one.
// rule: pointer-arithmetic
// line: 11
// output: 10

#include <stdio.h>

int main(void) {
    int storage[3] = { 10, 20, 30 };
    printf("%d\n", storage[0]);
    int *a = storage - 1;
    printf("%d\n", a[1]);
    return 0;
}
