// C11 7.22.3.3p2: free of a pointer into the middle of allocated memory.
// rule: invalid-free
// line: 20
// output: ab

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = malloc(3);
    if (!p) {
        return 1;
    }
    strcpy(p, "ab");
    puts(p);
    while (*p) {
        p++;
    }
    free(p);
    return 0;
}
