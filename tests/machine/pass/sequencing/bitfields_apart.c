// C11 6.5p2: two bit-fields of one struct are different objects and may be changed without order
#include <stdio.h>

struct S { unsigned a : 4, b : 4; signed c : 8; int d; };
int main(void) {
    struct S s = {1, 2, 3, 4};
    int r = (s.a = 5) + (s.b = 6);
    printf("%d %d %d\n", r, s.a, s.b);
    r = s.a++ + s.b-- * s.c++;
    printf("%d %d %d %d\n", r, s.a, s.b, s.c);
    s.c = s.a = s.b;
    printf("%d %d\n", s.c, s.a);
    r = (s.c = -1) + s.d++ + (s.a += 1);
    printf("%d %d %d %d\n", r, s.c, s.d, s.a);
    struct S t[2] = {{1, 1, 1, 1}, {2, 2, 2, 2}}, *p = &t[0];
    r = p->a++ + (++p[1].a) + (p->b = 9);
    printf("%d %d %d %d\n", r, t[0].a, t[1].a, t[0].b);
    return 0;
}
