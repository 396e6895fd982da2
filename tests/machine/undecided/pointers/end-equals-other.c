// C11 6.5.9p6: One past the end of an object may or may not equal the address of another.
// TRAPS: one-past-the-end pointers compared with the address of another object
// rule: unspecified-equality
// line: 12
// output: 0

#include <stdio.h>

int main(void) {
    int a = 1, b = 2;
    printf("%d\n", &a == &b);
    printf("%d\n", &a + 1 == &b);
    return 0;
}
