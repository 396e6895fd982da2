// C11 6.3.2.3p7: The bytes of an object end with the object.
// rule: out-of-bounds
// line: 20
// output: 8

#include <stdio.h>

struct s {
    int a, b;
};

int main(void) {
    struct s s = { 0, 0 };
    unsigned char *b = (unsigned char *)&s;
    unsigned i = 0;
    for (; i < sizeof s; i++) {
        b[i] = 0;
    }
    printf("%u\n", i);
    b[i] = 0;
    return 0;
}
