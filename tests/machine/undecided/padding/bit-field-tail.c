// C11 6.2.6.1p6: The unit of a bit-field has padding behind its last bit.
// rule: unspecified-read
// line: 17
// output: 255

#include <stdio.h>

struct s {
    unsigned a : 8;
};

int main(void) {
    struct s s;
    const unsigned char *p = (const unsigned char *)&s;
    s.a = 255;
    printf("%d\n", p[0]);
    unsigned n = p[3] * 2u;
    printf("%u\n", n);
    return 0;
}
