// C11 6.5.6p8: A null pointer points into no array, so nothing can be added to it.
// rule: null-arithmetic
// line: 13
// output: null

#include <stdio.h>

int main(void) {
    int *p = 0;
    if (!p) {
        puts("null");
    }
    int *q = p + 1;
    printf("%d\n", q == 0);
    return 0;
}
