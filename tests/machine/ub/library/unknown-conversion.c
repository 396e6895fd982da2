// C11 7.21.6.1p9: %y is no conversion.
// rule: format-mismatch
// line: 10
// output: 5

#include <stdio.h>

int main(void) {
    printf("%d\n", 5);
    printf("%y\n", 5);
    return 0;
}
