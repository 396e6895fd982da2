// C11 6.2.6.1p6: A branch depends on the trailing padding of a struct received by value.
// rule: unspecified-read
// line: 15
// output: 5

#include <stdio.h>

struct s {
    int i;
    char c;
};

static int tail(struct s s) {
    const unsigned char *b = (const unsigned char *)&s;
    if (b[sizeof s - 1]) {
        return 1;
    }
    return 0;
}

int main(void) {
    struct s s = { 5, 6 };
    printf("%d\n", s.i);
    return tail(s);
}
