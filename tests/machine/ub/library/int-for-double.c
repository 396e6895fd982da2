// C11 7.21.6.1p9: %f is given an int.
// rule: format-mismatch
// line: 11
// output: 3

#include <stdio.h>

int main(void) {
    int n = 3;
    printf("%d\n", n);
    printf("%f\n", n);
    return 0;
}
