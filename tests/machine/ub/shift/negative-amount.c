// C11 6.5.7p3: The shift amount is negative.
// rule: negative-shift
// line: 12
// output: 8

#include <stdio.h>

int main(void) {
    int n = 3;
    printf("%d\n", 1 << n);
    n -= 4;
    printf("%d\n", 1 << n);
    return 0;
}
