// C11 6.5.2.3p6: structs with a common initial sequence may be inspected through either member of the union
#include <stdio.h>

struct Num { int tag; short sub; long n; };
struct Str { int tag; short sub; char s[16]; };
union Any { struct Num n; struct Str s; struct { int tag; } h; };
static void show(const union Any *a) {
    if (a->h.tag == 1)
        printf("num %d %ld\n", a->s.sub, a->n.n);
    else
        printf("str %d %s\n", a->n.sub, a->s.s);
}
int main(void) {
    union Any a[2];
    a[0].n.tag = 1;
    a[0].n.sub = 11;
    a[0].n.n = -123456789012;
    struct Str s = {2, 22, "text"};
    a[1].s = s;
    show(&a[0]);
    show(&a[1]);
    a[0] = a[1];
    show(&a[0]);
    printf("%d\n", a[0].n.tag + a[1].h.tag);
    return 0;
}
