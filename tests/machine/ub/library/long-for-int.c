// C11 7.21.6.1p9: %ld is given an int.
// rule: format-mismatch
// line: 11
// output: 1

#include <stdio.h>

int main(void) {
    short x = 1;
    printf("%d\n", x);
    printf("%ld\n", x);
    return 0;
}
