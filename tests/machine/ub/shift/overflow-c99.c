// C11 6.5.7p4: Shifting INT_MAX left by one; C99 has the same rule.
// rule: shift-overflow
// line: 13
// std: c99
// output: 2147483647

#include <limits.h>
#include <stdio.h>

int main(void) {
    int x = INT_MAX;
    printf("%d\n", x << 0);
    printf("%d\n", x << 1);
    return 0;
}
