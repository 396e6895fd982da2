// C11 6.7.2.1p16: unions inside structs inside unions
#include <stdio.h>

struct T { char kind; union { int i; double d; struct { short lo, hi; } p; } v; };
union W { struct T t[2]; long raw; };
int main(void) {
    union W w = {{{'i', {5}}, {'d', {.d = 0.5}}}};
    printf("%c %d %c %.1f\n", w.t[0].kind, w.t[0].v.i, w.t[1].kind, w.t[1].v.d);
    w.t[0].v.p.lo = -1;
    w.t[0].v.p.hi = 2;
    w.t[0].kind = 'p';
    printf("%d %d %.1f\n", w.t[0].v.p.lo, w.t[0].v.p.hi, w.t[1].v.d);
    struct T x = w.t[0];
    w.t[1].v = x.v;
    printf("%d %d\n", w.t[1].v.p.hi, x.v.p.lo);
    w.raw = 77;
    printf("%ld\n", w.raw);
    return 0;
}
