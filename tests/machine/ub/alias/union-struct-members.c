// C11 6.5p7: Two struct members of a union without common initial sequence, read through a pointer to the other.
// rule: union-member
// line: 27
// output: 7

#include <stdio.h>

struct a {
    int x, y;
};

struct b {
    float x, y;
};

union u {
    struct a a;
    struct b b;
};

int main(void) {
    union u u;
    struct b *pb = &u.b;
    struct a init = { 7, 8 };
    u.a = init;
    printf("%d\n", u.a.x);
    float f = pb->x;
    return f > 1;
}
