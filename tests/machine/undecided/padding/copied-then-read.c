// C11 6.2.6.1p6: Copying padding is fine; computing with the copy is not.
// TRAPS: struct padding must never reach a copy that is later read as bytes
// rule: unspecified-read
// line: 21
// output: 2

#include <stdio.h>
#include <string.h>

struct s {
    short h;
    int i;
};

int main(void) {
    struct s s = { 1, 2 }, t;
    unsigned char copy[sizeof s];
    memcpy(copy, &s, sizeof s);
    memcpy(&t, copy, sizeof t);
    printf("%d\n", t.i);
    printf("%d\n", copy[2] + copy[3]);
    return 0;
}
