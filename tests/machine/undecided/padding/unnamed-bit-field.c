// C11 6.7.9p9: Unnamed members of a struct have no determined value, even after initialisation.
// TRAPS: csmith 4: zero-width and unnamed bit-fields in packed structs
// rule: unspecified-read
// line: 19
// output: 1

#include <stdio.h>

struct __attribute__((packed)) s {
    unsigned a : 8;
    unsigned : 8;
    unsigned b : 16;
};

int main(void) {
    struct s s = { 1, 2 };
    const unsigned char *p = (const unsigned char *)&s;
    printf("%d\n", p[0]);
    printf("%d\n", p[1]);
    return 0;
}
