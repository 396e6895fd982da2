// C11 6.2.4p2: Copying one dead pointer into another pointer variable.
// rule: indeterminate-pointer
// line: 13
// output: 1

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, sizeof *p), *q = NULL;
    printf("%d\n", q == NULL);
    free(p);
    q = p;
    return q != NULL;
}
