// C11 6.3.2.3p7: A char pointer that is not aligned for int is converted to int *.
// rule: misaligned
// line: 15
// output: start

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(12, 1);
    if (!p) {
        return 1;
    }
    puts("start");
    int *q = (int *)(p + 1);
    *q = 1;
    free(p);
    return 0;
}
