// C11 7.22.3.4p2: The value of memory from malloc is indeterminate.
// rule: uninitialised-read
// line: 16
// output: allocated

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    if (!p) {
        return 1;
    }
    p[0] = 1;
    puts("allocated");
    printf("%d\n", p[0] + p[1]);
    free(p);
    return 0;
}
