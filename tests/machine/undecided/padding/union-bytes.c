// C11 6.2.6.1p7: The bytes beyond a narrow union member, seen through a character pointer.
// TRAPS: csmith 72: reading padding of a union through char *
// rule: unspecified-read
// line: 23
// output: 7

#include <stdio.h>

union u {
    unsigned char b;
    unsigned w;
};

static unsigned char *bytes(union u *u) {
    return (unsigned char *)u;
}

int main(void) {
    union u u;
    u.w = 0x01020304;
    u.b = 7;
    printf("%d\n", bytes(&u)[0]);
    printf("%d\n", bytes(&u)[3]);
    return 0;
}
