// C11 7.24.4.1: memcmp of two structs compares their padding.
// TRAPS: struct padding must never reach a comparison
// rule: unspecified-read
// line: 18
// output: 1

#include <stdio.h>
#include <string.h>

struct s {
    char c;
    short h;
};

int main(void) {
    struct s a = { 1, 2 }, b = { 1, 2 };
    printf("%d\n", a.c == b.c && a.h == b.h);
    printf("%d\n", memcmp(&a, &b, sizeof a) == 0);
    return 0;
}
