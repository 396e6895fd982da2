// C11 6.2.6.1p7: a store to a bit-field of a union leaves the other bits of its byte unspecified
// rule: unspecified-read
// line: 13
#include <stdio.h>

union either {
    unsigned low : 5;
    unsigned char all;
} u;
int main(void) {
    u.all = 0xff;
    u.low = 1;
    printf("%d\n", u.all);
    return 0;
}
