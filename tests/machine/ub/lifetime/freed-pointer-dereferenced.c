// C11 6.2.4p2: The pointer's value is indeterminate once the memory was freed.
// rule: indeterminate-pointer
// line: 17
// output: 5

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) {
        return 1;
    }
    *p = 5;
    printf("%d\n", *p);
    free(p);
    printf("%d\n", *p);
    return 0;
}
