// C11 7.1.4p1: strlen of a null pointer.
// rule: library-argument
// line: 12
// output: 3

#include <stdio.h>
#include <string.h>

int main(void) {
    const char *words[2] = { "abc" };
    for (int i = 0; i < 2; i++) {
        printf("%d\n", (int)strlen(words[i]));
    }
    return 0;
}
