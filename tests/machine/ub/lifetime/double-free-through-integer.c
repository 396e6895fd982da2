// C11 7.22.3.3p2: The same memory is freed twice; the address survived as an integer.
// rule: double-free
// line: 18
// output: freed

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    if (!p) {
        return 1;
    }
    uintptr_t address = (uintptr_t)p;
    free(p);
    puts("freed");
    free((void *)address);
    return 0;
}
