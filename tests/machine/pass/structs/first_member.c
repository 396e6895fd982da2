// C11 6.7.2.1p15: a pointer to a struct, converted, points to its first member and back
#include <stdio.h>

struct Base { int kind; };
struct Circle { struct Base base; int r; };
struct Rect { struct Base base; int w, h; };
static int area(struct Base *b) {
    switch (b->kind) {
    case 1: return 3 * ((struct Circle *)b)->r * ((struct Circle *)b)->r;
    case 2: {
        struct Rect *r = (struct Rect *)b;
        return r->w * r->h;
    }
    }
    return -1;
}
int main(void) {
    struct Circle c = {{1}, 5};
    struct Rect r = {{2}, 6, 7};
    struct Base *all[] = {&c.base, (struct Base *)&r, &r.base};
    for (int i = 0; i < 3; i++)
        printf("%d\n", area(all[i]));
    int *k = (int *)&r;
    *k = 9;
    printf("%d %d\n", r.base.kind, area(all[1]));
    printf("%d\n", (void *)&c == (void *)&c.base.kind);
    return 0;
}
