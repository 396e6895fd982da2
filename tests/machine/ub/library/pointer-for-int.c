// C11 7.21.6.1p9: %x is given a pointer.
// TRAPS: reduction introduces pointer/integer mixing
// rule: format-mismatch
// line: 13
// output: 1

#include <stdio.h>

int main(void) {
    int x = 1;
    int *p = &x;
    printf("%x\n", *p);
    printf("%x\n", p);
    return 0;
}
