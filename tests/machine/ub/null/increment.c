// C11 6.5.2.4p2, 6.5.6p8: ++ on a null pointer.
// rule: null-arithmetic
// line: 17
// output: 1

#include <stdio.h>

struct cursor {
    const char *at;
};

int main(void) {
    struct cursor c = { "ab" };
    c.at++;
    printf("%d\n", *c.at == 'b');
    c.at = NULL;
    c.at++;
    return 0;
}
