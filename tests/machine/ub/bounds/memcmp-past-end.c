// C11 7.24.4.1: memcmp reads beyond an object.
// rule: out-of-bounds
// line: 12
// output: 0

#include <stdio.h>
#include <string.h>

int main(void) {
    char a[4] = "abc", b[6] = "abc";
    printf("%d\n", memcmp(a, b, 4));
    printf("%d\n", memcmp(a, b, 5) != 0);
    return 0;
}
