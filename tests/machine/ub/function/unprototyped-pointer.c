// C11 6.5.2.2p6: A pointer to a function without prototype; the null argument is an int 0.
// rule: wrong-arguments
// line: 16
// output: 1

#include <stdio.h>

static int is_null(const char *s) {
    return s == 0;
}

int main(void) {
    int (*f)() = is_null;
    const char *none = 0;
    printf("%d\n", f(none));
    printf("%d\n", f(0));
    return 0;
}
