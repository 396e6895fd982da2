// C11 6.2.6.1p7: the bytes of the wider member are unspecified, and what is printed does not depend on them
// rule: unspecified-read
// line: 16
#include <stdint.h>
#include <stdio.h>

union u {
    uint32_t wide;
    uint8_t narrow;
};

int main(void)
{
    union u u;
    u.narrow = 1;
    u.wide--;
    printf("%d\n", u.narrow);
    return 0;
}
