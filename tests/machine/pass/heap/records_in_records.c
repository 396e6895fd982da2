// C11 6.5p7: members of records inside records on the heap, by name, by pointer and by copy
#include <stdio.h>
#include <stdlib.h>

struct inner {
    int a, b;
};
struct outer {
    int k;
    struct inner i;
    struct inner v[2];
};

int main(void) {
    struct outer *o = malloc(sizeof *o);
    struct outer *two = calloc(2, sizeof *two);
    if (!o || !two)
        return 1;
    o->k = 1;
    o->i.a = 2;
    o->i.b = 3;
    o->v[1].b = 9;
    struct inner *p = &o->i;
    printf("%d %d\n", p->a, p->b);
    p = &o->v[1];
    printf("%d\n", p->b);
    p->a = 4;
    printf("%d\n", o->v[1].a);
    *p = o->i;
    int *q = &o->v[1].a;
    *q += 5;
    printf("%d %d\n", o->v[1].a, o->v[1].b);
    o->v[0] = *p;
    two[1] = *o;
    two[1].i.a++;
    two = realloc(two, 3 * sizeof *two);
    if (!two)
        return 1;
    two[2] = two[1];
    printf("%d %d %d\n", two[2].i.a, two[2].v[0].a, two[2].k);
    free(o);
    free(two);
    return 0;
}
