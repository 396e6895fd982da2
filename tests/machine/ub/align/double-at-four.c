// C11 6.3.2.3p7: Offset 4 is aligned for int, not for double on LP64.
// rule: misaligned
// line: 17
// output: 7

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(16, 1);
    if (!p) {
        return 1;
    }
    int *i = (int *)(p + 4);
    *i = 7;
    printf("%d\n", *i);
    double *d = (double *)(p + 4);
    free(p);
    return d == 0;
}
