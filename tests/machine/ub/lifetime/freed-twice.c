// C11 6.2.4p2: free(p) a second time reads the dead pointer first.
// rule: indeterminate-pointer
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
