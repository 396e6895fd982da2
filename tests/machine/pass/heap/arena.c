// C11 7.22.3p1: parts of one allocated block serve as objects of different types
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *base;
static size_t used;
static void *take(size_t n) {
    void *p = base + used;
    used += (n + 15) / 16 * 16;
    return p;
}
struct P { double x, y; char name[4]; };
int main(void) {
    base = malloc(256);
    int *i = take(3 * sizeof *i);
    struct P *p = take(sizeof *p);
    char *s = take(6);
    long **l = take(sizeof *l);
    for (int k = 0; k < 3; k++)
        i[k] = k + 1;
    *p = (struct P){0.5, 1.5, "pt"};
    strcpy(s, "arena");
    *l = take(sizeof **l);
    **l = 1L << 40;
    printf("%d %d %d %.1f %.1f %s %s %ld %zu\n", i[0], i[1], i[2], p->x, p->y, p->name, s, **l, used);
    used = 0;
    float *f = take(4 * sizeof *f);
    f[0] = 0.25f;
    f[3] = f[0] * 4;
    printf("%.2f %.1f\n", f[3], p->y);
    free(base);
    return 0;
}
