// C11 6.2.4p2, TRAPS: a dangling pointer is compared to choose the argument of free
// rule: indeterminate-pointer
// line: 11
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    if (!p)
        return 1;
    free(p);
    free(p == q ? NULL : NULL);
    return 0;
}
