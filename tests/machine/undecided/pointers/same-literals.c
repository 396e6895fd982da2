// C11 6.4.5p7: Whether two equal string literals are one array is unspecified.
// TRAPS: string/array decay
// rule: unspecified-equality
// line: 13
// output: 1

#include <stdio.h>

int main(void) {
    const char *a = "text";
    const char *b = "text";
    printf("%d\n", a == a);
    printf("%d\n", a == b);
    return 0;
}
