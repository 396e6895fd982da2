// C11 6.5.6p8: A pointer formed beyond allocated memory, in the bound of a loop.
// rule: pointer-arithmetic
// line: 16
// output: z

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    if (!p) {
        return 1;
    }
    p[3] = 'z';
    printf("%c\n", p[3]);
    for (char *q = p; q < p + 8; q++) {
        *q = 0;
    }
    free(p);
    return 0;
}
