// C11 6.5.2.3: two members of the same type share their bytes and their value
// choice: union-punning
#include <stdio.h>

union U { int a; int b; signed c; struct { int d; } s; };
static int twice(int *p, int *q) {
    *p = 3;
    *q += 4;
    return *p;
}
int main(void) {
    union U u = {.a = 1};
    u.b++;
    printf("%d %d %d %d\n", u.a, u.b, u.c, u.s.d);
    printf("%d\n", twice(&u.a, &u.a));
    u.s.d = 50;
    printf("%d\n", u.s.d);
    printf("%d\n", &u.a == &u.b);
    printf("%d\n", (void *)&u == (void *)&u.s);
    return 0;
}
