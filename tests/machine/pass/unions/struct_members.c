// C11 6.5.16.1: copying struct members inside a union, and copying the union as a whole
#include <stdio.h>

struct A { int a, b; };
struct B { int a; float f; };
union U { struct A x; struct B y; long l; };
int main(void) {
    union U u, v;
    u.x = (struct A){1, 2};
    v = u;
    printf("%d %d\n", v.x.a, v.x.b);
    struct A t = v.x;
    t.b = 20;
    v.x = t;
    printf("%d %d %d\n", v.x.a, v.x.b, u.x.b);
    v.y = (struct B){5, 0.25f};
    printf("%d %.2f\n", v.y.a, v.y.f);
    union U arr[3];
    for (int i = 0; i < 3; i++)
        arr[i].l = i * 1000L;
    arr[1] = v;
    printf("%ld %.2f %ld\n", arr[0].l, arr[1].y.f, arr[2].l);
    u = *&u;
    printf("%d\n", u.x.a);
    return 0;
}
