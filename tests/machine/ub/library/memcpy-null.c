// C11 7.24.1p2: memcpy from a null pointer.
// rule: library-argument
// line: 13
// output: 1

#include <stdio.h>
#include <string.h>

int main(void) {
    char to[4] = "abc";
    const char *from = NULL;
    printf("%d\n", from == NULL);
    memcpy(to, from, 1);
    return 0;
}
