// C11 6.7.2.1: storing to one bit-field leaves its neighbours alone
#include <stdio.h>
#include <string.h>

struct S {
    unsigned a : 1, b : 2, c : 3, d : 4, e : 5, f : 6, g : 7;
    unsigned char tail;
};
static void show(const struct S *s) {
    printf("%x %x %x %x %x %x %x %x\n", s->a, s->b, s->c, s->d, s->e, s->f, s->g, s->tail);
}
int main(void) {
    struct S s = {1, 3, 7, 15, 31, 63, 127, 255}, *p = &s;
    p->d = 0;
    show(p);
    p->g = 0;
    show(p);
    p->a = 0;
    p->tail = 1;
    show(p);
    p->d = 5;
    p->e = p->d + p->f;
    show(p);
    memset(p, 0, sizeof *p);
    show(p);
    p->f = ~0;
    show(p);
    return 0;
}
