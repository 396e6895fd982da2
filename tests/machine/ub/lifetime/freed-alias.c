// C11 6.2.4p2: Every pointer into the freed memory dies, also an alias to its middle.
// rule: indeterminate-pointer
// line: 19
// output: 7

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(4, sizeof *p);
    if (!p) {
        return 1;
    }
    int *middle = p + 2;
    *middle = 7;
    printf("%d\n", p[2]);
    free(p);
    p = NULL;
    middle++;
    return p != NULL;
}
