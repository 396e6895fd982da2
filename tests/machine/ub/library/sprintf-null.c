// C11 7.1.4p1: sprintf into a null pointer; snprintf may have one when its size is zero.
// rule: library-argument
// line: 11
// output: 2

#include <stdio.h>

int main(void) {
    char *buf = NULL;
    printf("%d\n", snprintf(buf, 0, "%d", 42));
    sprintf(buf, "%d", 42);
    return 0;
}
