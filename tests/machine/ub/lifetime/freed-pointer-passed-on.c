// C11 6.2.4p2: A dead pointer is only passed on, never dereferenced.
// TRAPS: dangling pointers: also when it is only passed on
// rule: indeterminate-pointer
// line: 19
// output: 1

#include <stdio.h>
#include <stdlib.h>

static int ignore(const void *p) {
    (void)sizeof p;
    return 1;
}

int main(void) {
    int *p = calloc(2, sizeof *p);
    printf("%d\n", ignore(p));
    free(p);
    printf("%d\n", ignore(p));
    return 0;
}
