// C11 7.24.6.1: memset writes beyond allocated memory.
// rule: out-of-bounds
// line: 11
// output: 0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void clear(void *p, size_t n) {
    memset(p, 0, n);
}

int main(void) {
    int *p = malloc(3 * sizeof *p);
    if (!p) {
        return 1;
    }
    clear(p, 12);
    printf("%d\n", p[2]);
    clear(p, 13);
    free(p);
    return 0;
}
