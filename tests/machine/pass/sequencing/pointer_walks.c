// C11 6.5.2.4: the increments of different pointers in one expression do not conflict
#include <stdio.h>

struct N { int v; struct N *next; };
int main(void) {
    char src[] = "copy", dst[8];
    char *s = src, *d = dst;
    while ((*d++ = *s++))
        ;
    puts(dst);
    int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40}, sum = 0;
    for (int *p = a, *q = b; p < a + 4;)
        sum += *p++ * *q++;
    printf("%d\n", sum);
    struct N n[3] = {{1, 0}, {2, 0}, {3, 0}}, *p = n;
    p = p->next = &n[1];
    p = p->next = &n[2];
    for (p = n; p; p = p->next)
        printf("%d ", p->v);
    putchar('\n');
    int i = 0, j = 3;
    while (i < j) {
        int t = a[i];
        a[i++] = a[j];
        a[j--] = t;
    }
    printf("%d %d %d %d\n", a[0], a[1], a[2], a[3]);
    int **pp, *e[2] = {a, b};
    pp = e;
    printf("%d\n", *(*pp++ + 1));
    printf("%d\n", **pp + (*pp)[1]);
    return 0;
}
