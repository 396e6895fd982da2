// C11 6.5p6: Allocated memory takes the type of the last store.
// rule: effective-type
// line: 16
// output: 1

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(sizeof(int));
    if (!p) {
        return 1;
    }
    *(int *)p = 1;
    printf("%d\n", *(int *)p);
    float f = *(float *)p;
    printf("%d\n", f > 0);
    free(p);
    return 0;
}
