// C11 7.21.6.1p8: The text that %p prints depends on where the object lies.
// rule: address-dependent
// line: 11
// output: 1

#include <stdio.h>

int main(void) {
    int x = 1;
    printf("%d\n", x);
    printf("%p\n", (void *)&x);
    return 0;
}
