// C11 7.22.3.3p2: free of a string literal, which one path stored in the pointer.
// rule: invalid-free
// line: 20
// output: x
// output: default

#include <stdio.h>
#include <stdlib.h>

static void show(int given) {
    char *s = "default";
    if (given) {
        s = calloc(2, 1);
        if (!s) {
            return;
        }
        s[0] = 'x';
    }
    puts(s);
    free(s);
}

int main(void) {
    show(1);
    show(0);
    return 0;
}
