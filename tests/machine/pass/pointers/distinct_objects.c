// C11 6.5.9p6: pointers to different live objects are unequal; equality across objects is defined
#include <stdio.h>
#include <stdlib.h>

static int g, h;
static int *id(int *p) { return p; }
int main(void) {
    int a, b, arr[2];
    struct { int x, y; } s;
    printf("%d %d %d\n", &a == &b, &g == &h, &a == &g);
    printf("%d %d\n", &arr[0] == &arr[1], &s.x != &s.y);
    printf("%d %d\n", id(&a) == &a, id(&g) != &h);
    void *v = &a, *w = &b;
    printf("%d\n", v == w);
    int *n = 0;
    printf("%d %d\n", n == &a, id(n) == n);
    char *m1 = malloc(4), *m2 = malloc(4);
    printf("%d\n", m1 == m2);
    free(m1);
    free(m2);
    return 0;
}
