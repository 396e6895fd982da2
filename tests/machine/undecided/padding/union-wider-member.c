// C11 6.2.6.1p7: A store to a union member leaves the bytes outside that member unspecified.
// rule: unspecified-read
// line: 18
// output: 1

#include <stdio.h>

union u {
    short s;
    int i;
};

int main(void) {
    union u u;
    u.i = -1;
    u.s = 1;
    printf("%d\n", u.s);
    printf("%d\n", u.i);
    return 0;
}
