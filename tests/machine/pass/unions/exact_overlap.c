// C11 6.5.16.1p3, TRAPS: assignment between members that overlap exactly and have the same type is fine
#include <stdio.h>

struct A { int x; char c[3]; };
union U { int a; int b; struct A s; struct A t; };
int main(void) {
    union U u;
    u.a = 5;
    u.a = u.b;
    printf("%d\n", u.a);
    u.s = (struct A){1, "ab"};
    u.t = u.s;
    printf("%d %s\n", u.t.x, u.t.c);
    struct A *p = &u.s, *q = &u.s;
    *p = *q;
    printf("%d\n", p->x);
    struct A arr[2] = {{1, "x"}, {2, "y"}};
    arr[0] = arr[1];
    arr[1] = arr[1];
    printf("%d %s\n", arr[0].x, arr[1].c);
    return 0;
}
