// C11 6.3.2.3p1: any object pointer converts to void * and back
#include <stdio.h>

static void swap(void *a, void *b, size_t n) {
    unsigned char *p = a, *q = b;
    while (n--) {
        unsigned char t = *p;
        *p++ = *q;
        *q++ = t;
    }
}
int main(void) {
    int x = 1, y = 2;
    double d = 1.5, e = -2.5;
    struct { long l; const char *s; } s = {7, "seven"}, t = {8, "eight"};
    swap(&x, &y, sizeof x);
    swap(&d, &e, sizeof d);
    swap(&s, &t, sizeof s);
    printf("%d %d %.1f %.1f\n", x, y, d, e);
    printf("%ld %s %ld %s\n", s.l, s.s, t.l, t.s);
    void *v = &x;
    int *p = v;
    const void *cv = v;
    printf("%d %d\n", *p, *(const int *)cv);
    return 0;
}
