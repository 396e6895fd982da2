// C11 6.2.6.1p6, TRAPS: the bits of a byte beside the bit-field in it are padding
// rule: unspecified-read
// line: 11
#include <stdio.h>

struct bits {
    unsigned a : 3;
};
int main(void) {
    struct bits s = {5};
    printf("%d\n", *(unsigned char *)&s);
    return 0;
}
