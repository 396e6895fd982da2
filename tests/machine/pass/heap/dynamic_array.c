// C11 7.22.3.5: realloc keeps the contents and realloc of NULL allocates
#include <stdio.h>
#include <stdlib.h>

struct V { int *p; size_t n, cap; };
static void add(struct V *v, int x) {
    if (v->n == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 2;
        v->p = realloc(v->p, v->cap * sizeof *v->p);
    }
    v->p[v->n++] = x;
}
int main(void) {
    struct V v = {NULL, 0, 0};
    for (int i = 0; i < 100; i++)
        add(&v, i * i % 37);
    long sum = 0;
    for (size_t i = 0; i < v.n; i++)
        sum = sum * 3 % 1000003 + v.p[i];
    printf("%zu %zu %ld\n", v.n, v.cap, sum);
    v.p = realloc(v.p, 5 * sizeof *v.p);
    for (int i = 0; i < 5; i++)
        printf("%d ", v.p[i]);
    putchar('\n');
    free(v.p);
    free(NULL);
    return 0;
}
