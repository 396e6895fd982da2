// C11 6.5.7p4: 6 << 30 loses bits past the sign bit.
// TRAPS: signed << past the sign bit
// rule: shift-overflow
// line: 12
// output: 6

#include <stdio.h>

int main(void) {
    int x = 6;
    printf("%d\n", x);
    x = x << 30;
    printf("%d\n", x);
    return 0;
}
