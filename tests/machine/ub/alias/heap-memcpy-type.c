// C11 6.5p6: memcpy carries the effective type of its source into allocated memory.
// rule: effective-type
// line: 18
// output: 3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int x = 3;
    void *p = malloc(sizeof x);
    if (!p) {
        return 1;
    }
    memcpy(p, &x, sizeof x);
    printf("%d\n", *(int *)p);
    printf("%d\n", *(short *)p);
    free(p);
    return 0;
}
