// C11 6.2.6.1p6: memset clears the padding, but every store to a member makes it unspecified again.
// rule: unspecified-read
// line: 21
// output: 0

#include <stdio.h>
#include <string.h>

struct s {
    char c;
    long l;
};

int main(void) {
    struct s s;
    unsigned char *b = (unsigned char *)&s;
    memset(&s, 0, sizeof s);
    printf("%d\n", b[7]);
    s.c = 1;
    s.l = 2;
    printf("%d\n", b[7]);
    return 0;
}
