// C11 6.5p7: a member may be accessed through the struct and through a pointer to the member, turn by turn
#include <stdio.h>

struct In { int a; int b[2]; };
struct Out { long l; struct In in; int tail; };
static int mix(struct Out *o, int *p) {
    o->in.b[1] = 1;
    *p = 2;
    return o->in.b[1];
}
static int whole(struct In *x, struct Out *o) {
    struct In copy = *x;
    o->in.a += 10;
    x->b[0] += copy.a;
    return x->a + o->in.b[0];
}
int main(void) {
    struct Out o = {1, {2, {3, 4}}, 5};
    printf("%d\n", mix(&o, &o.in.b[1]));
    printf("%d\n", mix(&o, &o.tail));
    printf("%d\n", whole(&o.in, &o));
    struct In *in = &o.in;
    int *t = &in->b[0];
    *in = (struct In){7, {8, 9}};
    printf("%d %d\n", *t, o.in.a);
    struct Out *po = &o;
    *po = (struct Out){.in.b = {70, 80}};
    printf("%d %d %ld\n", *t, t[1], po->l);
    return 0;
}
