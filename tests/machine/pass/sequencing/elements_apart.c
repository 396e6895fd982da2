// C11 6.5p2: different elements and members may be changed in one expression, by name or through pointers
#include <stdio.h>

struct S { int x, y; int a[3]; };
static int two(int *p, int *q) { return (*p)++ + (*q)++; }
int main(void) {
    int a[4] = {1, 2, 3, 4}, i = 0;
    struct S s = {1, 2, {3, 4, 5}}, *p = &s;
    int r = a[0]++ + a[1]++ + --a[2];
    printf("%d %d %d %d\n", r, a[0], a[1], a[2]);
    r = (s.x = 7) * (p->y = 8) + (s.a[1] += 2) - p->a[2]--;
    printf("%d %d %d %d %d\n", r, s.x, s.y, s.a[1], s.a[2]);
    int *u = a, *v = a + 3;
    r = (*u)++ * (*v)--;
    printf("%d %d %d\n", r, a[0], a[3]);
    r = a[i] + (a[i + 1] = 50);
    printf("%d %d\n", r, a[1]);
    printf("%d ", two(&s.x, &s.y));
    printf("%d %d\n", s.x, s.y);
    printf("%d %d\n", ++s.x, ++p->y);
    int x = 3, y = 4;
    (x = y) && (y = x * 10);
    printf("%d %d\n", x, y);
    return 0;
}
