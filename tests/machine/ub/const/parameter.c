// C11 6.7.3p6: A const parameter is an object defined const.
// rule: const-write
// line: 11
// output: 4

#include <stdio.h>

static int twice(const int n) {
    int *p = (int *)&n;
    printf("%d\n", n);
    *p += n;
    return n;
}

int main(void) {
    return twice(4) != 8;
}
