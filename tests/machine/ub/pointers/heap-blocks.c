// C11 6.5.8p5: Two blocks of allocated memory are ordered by address.
// rule: pointer-comparison
// line: 12
// output: sorting

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(1), *q = malloc(1);
    puts("sorting");
    if (p > q) {
        char *t = p;
        p = q;
        q = t;
    }
    free(p);
    free(q);
    return 0;
}
