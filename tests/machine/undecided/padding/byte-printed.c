// C11 6.2.6.1p6: The bytes of padding have unspecified values.
// TRAPS: struct padding must never reach a copy that is later read as bytes
// rule: unspecified-read
// line: 18
// output: 1

#include <stdio.h>

struct s {
    char c;
    int i;
};

int main(void) {
    struct s s = { 1, 2 };
    unsigned char *b = (unsigned char *)&s;
    printf("%d\n", b[0]);
    printf("%d\n", b[1]);
    return 0;
}
