// C11 7.22.3.3p2: free(p) a second time; the machine names it although the dead pointer is read first.
// rule: double-free
// line: 13
// output: once

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(3);
    free(p);
    puts("once");
    free(p);
    puts("twice");
    return 0;
}
