// C11 6.2.4p6: a bit-field that was stored may be read although its neighbours in the same byte never were
#include <stdio.h>

struct S { unsigned a : 3, b : 2, c : 3; signed d : 12; };
static int get(const struct S *s) { return s->c; }
int main(void) {
    struct S s, t;
    s.a = 5;
    printf("%d\n", s.a);
    s.c = 6;
    s.c += 1;
    printf("%d %d\n", s.a, get(&s));
    t = s;
    t.d = -2000;
    printf("%d %d %d\n", t.a, t.c, t.d);
    t.b = t.a;
    printf("%d\n", t.b);
    return 0;
}
