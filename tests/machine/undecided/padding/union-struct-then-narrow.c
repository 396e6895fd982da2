// C11 6.2.6.1p6: The narrower union member lies over the padding of the struct that was stored.
// TRAPS: csmith 70: reading a narrower union member after a struct member was written
// rule: unspecified-read
// line: 24
// output: 1 2

#include <stdio.h>

struct s {
    char c;
    int i;
};

union u {
    struct s s;
    short h[4];
};

int main(void) {
    struct s s = { 1, 2 };
    union u u;
    u.s = s;
    printf("%d %d\n", u.s.c, u.h[2]);
    printf("%d\n", u.h[1]);
    return 0;
}
