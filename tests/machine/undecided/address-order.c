// C11 6.3.2.3p6: Two objects are ordered by their addresses as integers.
// rule: address-dependent
// line: 13
// output: 3

#include <stdint.h>
#include <stdio.h>

static int a = 1, b = 2;

int main(void) {
    printf("%d\n", a + b);
    printf("%d\n", (uintptr_t)&a < (uintptr_t)&b ? a : b);
    return 0;
}
