// C11 6.7.2.1: objects with tables of methods
#include <stdio.h>

struct Shape;
struct Vt { int (*area)(const struct Shape *); void (*grow)(struct Shape *, int); const char *name; };
struct Shape { const struct Vt *vt; int w, h; };
static int rect_area(const struct Shape *s) { return s->w * s->h; }
static int tri_area(const struct Shape *s) { return s->w * s->h / 2; }
static void grow_both(struct Shape *s, int k) { s->w += k, s->h += k; }
static void grow_w(struct Shape *s, int k) { s->w += k; }
static const struct Vt rect = {rect_area, grow_both, "rect"}, tri = {.name = "tri", .area = tri_area, .grow = grow_w};
int main(void) {
    struct Shape s[] = {{&rect, 2, 3}, {&tri, 4, 5}, {&rect, 1, 1}};
    for (int i = 0; i < 3; i++)
        s[i].vt->grow(&s[i], i + 1);
    int total = 0;
    for (struct Shape *p = s; p < s + 3; p++) {
        printf("%s %d\n", p->vt->name, p->vt->area(p));
        total += (*p->vt->area)(p);
    }
    s[0].vt = s[1].vt;
    printf("%d %d %d\n", total, s[0].vt->area(s), s[0].vt == &tri);
    return 0;
}
