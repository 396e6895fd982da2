// C11 6.2.4p2: Access to freed memory; the address survived as an integer, so no dead pointer is read before.
// rule: dangling-access
// line: 19
// output: 5

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) {
        return 1;
    }
    *p = 5;
    uintptr_t address = (uintptr_t)p;
    printf("%d\n", *(int *)address);
    free(p);
    printf("%d\n", *(int *)address);
    return 0;
}
