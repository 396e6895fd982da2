// C11 6.5.16.2p3, 6.5.7p4: <<= on an int8_t works on the promoted, negative value.
// rule: shift-of-negative
// line: 14
// output: 64

#include <stdint.h>
#include <stdio.h>

int main(void) {
    int8_t x = 32;
    x <<= 1;
    printf("%d\n", x);
    x <<= 1;
    x <<= 1;
    printf("%d\n", x);
    return 0;
}
