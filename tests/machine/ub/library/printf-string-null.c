// C11 7.21.6.1p8: %s needs a pointer to an array, which null is not.
// rule: library-argument
// line: 9
// output: text

#include <stdio.h>

static void show(const char *s) {
    printf("%s\n", s);
}

int main(void) {
    show("text");
    show(NULL);
    return 0;
}
