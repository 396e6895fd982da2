// C11 6.5p6: allocated storage takes the effective type of the last store, so it can be reused for another type
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *m = malloc(sizeof(double) * 2);
    int *i = m;
    i[0] = 1;
    i[1] = 2;
    printf("%d %d\n", i[0], i[1]);
    double *d = m;
    d[0] = 2.5;
    d[1] = d[0] * 2;
    printf("%.1f %.1f\n", d[0], d[1]);
    struct { short a, b; } *s = m;
    s->a = 7;
    s->b = -7;
    printf("%d %d %.1f\n", s->a, s->b, d[1]);
    long l = 99, back;
    memcpy(m, &l, sizeof l);
    printf("%ld\n", *(long *)m);
    memcpy(&back, m, sizeof back);
    *(char *)m = 'c';
    printf("%ld %c\n", back, *(char *)m);
    free(m);
    return 0;
}
