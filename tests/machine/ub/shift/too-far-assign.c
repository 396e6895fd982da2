// C11 6.5.16.2p3, 6.5.7p3: >>= by more than the width of the promoted type of a short.
// rule: shift-too-far
// line: 12
// output: 0

#include <stdio.h>

int main(void) {
    short s = 0x7fff;
    s >>= 20;
    printf("%d\n", s);
    s >>= 40;
    printf("%d\n", s);
    return 0;
}
