// C11 6.2.4p6: Each time the declaration is reached the value becomes indeterminate, also without leaving the block.
// TRAPS: leaving and re-entering a block makes its variables indeterminate again
// rule: uninitialised-read
// line: 16
// output: 1

#include <stdio.h>

int main(void) {
    int n = 0;
again:;
    int x;
    if (n == 0) {
        x = 1;
    }
    n += x;
    printf("%d\n", n);
    if (n < 3) {
        goto again;
    }
    return 0;
}
