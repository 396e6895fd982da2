// C11 6.2.4p2: Even comparing the value of a dead pointer with null is undefined.
// TRAPS: dangling pointers: even reading the pointer value is undefined, also in ==
// rule: indeterminate-pointer
// line: 14
// output: freed

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    free(p);
    puts("freed");
    if (p == NULL) {
        puts("null");
    }
    return 0;
}
