// C11 6.5.7p4: Plain char is signed on x86, so '\xf0' is negative.
// TRAPS: char is signed on x86 and unsigned on ARM
// rule: shift-of-negative
// line: 12
// output: -16

#include <stdio.h>

int main(void) {
    char c = '\xf0';
    printf("%d\n", c);
    printf("%d\n", c << 8);
    return 0;
}
