// C11 6.2.4p2, TRAPS: a pointer to a dead object may lie around as long as its value is not read
#include <stdio.h>
#include <stdlib.h>

static int *g;
static void set(void) {
    int local = 4;
    g = &local;
    printf("%d\n", *g);
}
int main(void) {
    int x = 8;
    set();
    g = &x;
    printf("%d\n", *g);
    int *p;
    for (int i = 0; i < 3; i++) {
        int v = i * 2;
        p = &v;
        printf("%d ", *p);
    }
    p = &x;
    printf("%d\n", *p);
    char *h = malloc(1);
    *h = 'h';
    putchar(*h);
    free(h);
    h = "i\n";
    printf("%s", h);
    struct { int *q; int n; } s = {&x, 1}, t;
    {
        int inner = 2;
        s.q = &inner;
        s.n += *s.q;
    }
    printf("%d\n", s.n);
    t.n = s.n;
    printf("%d\n", t.n);
    return 0;
}
