// C11 6.5p7: The member is stored through the union; another one is read through a pointer.
// TRAPS: reading another member is fine only through the union itself
// rule: union-member
// line: 19
// output: 1065353216

#include <stdio.h>

union u {
    unsigned w;
    float f;
};

int main(void) {
    union u u;
    const unsigned *p = &u.w;
    u.f = 1.0f;
    printf("%u\n", u.w);
    printf("%u\n", *p);
    return 0;
}
