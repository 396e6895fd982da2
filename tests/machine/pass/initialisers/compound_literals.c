// C11 6.5.2.5: compound literals are lvalues with the lifetime of their block
#include <stdio.h>

struct P { int x, y; };
static int sum(const struct P *p) { return p->x + p->y; }
static int total(const int *a, int n) { return n ? *a + total(a + 1, n - 1) : 0; }
static int *file_scope = (int[]){1, 2, 3};
int main(void) {
    printf("%d\n", sum(&(struct P){3, 4}));
    printf("%d\n", total((int[]){1, 2, 3, 4}, 4));
    int *p = (int[3]){[1] = 5};
    p[2] = p[1] * 2;
    printf("%d %d %d\n", p[0], p[1], p[2]);
    struct P a = (struct P){.y = 9};
    (struct P){1, 2}.x = 5;
    int k = (struct P){1, 2}.y + (int){40};
    printf("%d %d %d\n", a.x, a.y, k);
    ++file_scope[1];
    printf("%d\n", file_scope[1]);
    struct P *q = &(struct P){0};
    q->x = 8;
    printf("%d\n", sum(q));
    puts((char[]){'o', 'k', 0});
    int *z = &(int){0};
    for (int i = 0; i < 5; i++)
        *z += i;
    printf("%d\n", *z);
    return 0;
}
