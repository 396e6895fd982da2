// C11 7.22.3.3p2: free of the address of a local variable.
// rule: invalid-free
// line: 13
// output: 1

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int x = 1;
    int *p = &x;
    printf("%d\n", *p);
    free(p);
    return 0;
}
