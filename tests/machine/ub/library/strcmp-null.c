// C11 7.1.4p1: strcmp with a null pointer.
// rule: library-argument
// line: 13
// output: 0

#include <stdio.h>
#include <string.h>

static char *name;

int main(void) {
    printf("%d\n", strcmp("a", "a"));
    printf("%d\n", strcmp("a", name) == 0);
    return 0;
}
