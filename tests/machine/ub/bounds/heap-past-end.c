// C11 6.5.6p8: Access one past the end of allocated memory.
// rule: out-of-bounds
// line: 16
// output: 0

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    unsigned n = 4;
    long *p = calloc(n, sizeof *p);
    if (!p) {
        return 1;
    }
    printf("%ld\n", p[n - 1]);
    p[n] = 5;
    free(p);
    return 0;
}
