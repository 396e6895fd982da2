// C11 6.5.6p9: An offset between two blocks of allocated memory, computed in a callee.
// rule: pointer-subtraction
// line: 11
// output: 1

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

static ptrdiff_t distance(const char *from, const char *to) {
    return to - from;
}

int main(void) {
    char *old = malloc(4), *new = malloc(8);
    if (!old || !new) {
        return 1;
    }
    printf("%d\n", (int)distance(old, old + 1));
    ptrdiff_t shift = distance(old, new);
    free(old);
    free(new);
    return shift == 0;
}
