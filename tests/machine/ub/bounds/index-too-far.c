// C11 6.5.2.1p2: a[5] is *(a + 5), whose sum already leaves the array.
// rule: pointer-arithmetic
// line: 11
// output: 3

#include <stdio.h>

static int a[3] = { 1, 2, 3 };

static int get(int i) {
    return a[i];
}

int main(void) {
    printf("%d\n", get(2));
    printf("%d\n", get(5));
    return 0;
}
