// C11 6.2.6.1p6-7: bits of a bit-field that are padding in the structure stored last: they had a value, and it is unspecified now
// rule: unspecified-read
// line: 20
#include <stdio.h>

union u {
    struct {
        signed : 2, x : 8;
    } a;
    struct {
        signed : 6, x : 8;
    } b;
};

int main(void)
{
    union u u;
    u.a.x = 1;
    u.b.x = 1;
    printf("%d\n", u.a.x);
    return 0;
}
