// C11 6.5.16p3, TRAPS: storing the result of a call into an lvalue that the call does not change
#include <stdio.h>

struct S { int x, y; };
static int f(int x) { return x + 1; }
static int twice(int *p) { *p *= 2; return *p + 1; }
static int g(void) { static int k = 3; return k++; }
int main(void) {
    int x = 1, i = 1, a[3] = {0, 0, 0};
    struct S s = {1, 2}, *p = &s;
    x = f(x);
    x = f(f(x));
    printf("%d\n", x);
    x = twice(&x);
    printf("%d\n", x);
    a[i] = f(i);
    a[i + 1] = g();
    printf("%d %d\n", a[1], a[2]);
    p->x = p->y;
    p->y = f(p->x);
    p->x = p->y = p->x + 10;
    printf("%d %d\n", s.x, s.y);
    x ^= g();
    x += f(x);
    printf("%d\n", x);
    a[g() - 5] = i;
    printf("%d\n", a[0]);
    x = twice(&i) + f(3);
    printf("%d %d\n", x, i);
    return 0;
}
