// C11 6.2.6.1p4: A byte of the representation of a pointer is printed.
// rule: address-dependent
// line: 13
// output: 8

#include <stdio.h>

int main(void) {
    int x = 1;
    int *p = &x;
    const unsigned char *b = (const unsigned char *)&p;
    printf("%d\n", (int)sizeof p);
    printf("%d\n", b[0]);
    return 0;
}
