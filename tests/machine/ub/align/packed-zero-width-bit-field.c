// C11 6.5.3.2p4: A zero-width bit-field in a packed struct ends a unit, but aligns nothing to two.
// TRAPS: csmith 4: zero-width and unnamed bit-fields in packed structs
// rule: misaligned
// line: 19
// output: 7

#include <stdio.h>

struct __attribute__((packed)) s {
    unsigned char a : 3;
    unsigned char : 0;
    short v;
};

int main(void) {
    struct s s = { 7, 8 };
    short *p = &s.v;
    printf("%d\n", (int)s.a);
    printf("%d\n", *p);
    return 0;
}
