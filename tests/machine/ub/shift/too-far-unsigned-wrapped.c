// C11 6.5.7p3: An unsigned amount cannot be negative: 0u - 1 is too far.
// rule: shift-too-far
// line: 12
// output: 1

#include <stdio.h>

int main(void) {
    unsigned n = 0;
    printf("%d\n", 1 << n);
    n--;
    printf("%d\n", 1 << n);
    return 0;
}
