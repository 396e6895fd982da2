// C11 6.7.9p7,19: designators may come in any order and later ones override earlier ones
#include <stdio.h>

struct P { int x, y, z; };
int main(void) {
    int a[6] = {[4] = 5, [1] = 2, 3, [0] = 1};
    for (int i = 0; i < 6; i++)
        printf("%d ", a[i]);
    putchar('\n');
    struct P p = {.z = 3, .x = 1};
    printf("%d %d %d\n", p.x, p.y, p.z);
    struct { struct P p[2]; int n; } s = {.p[1].y = 7, .n = 9, .p[0] = {1, 2, 3}};
    printf("%d %d %d %d\n", s.p[0].z, s.p[1].x, s.p[1].y, s.n);
    int b[] = {[9] = 1, [3] = 4, 5};
    printf("%d %d %d\n", (int)(sizeof b / sizeof *b), b[4], b[9]);
    struct P q = {.y = 1, 2};
    printf("%d %d %d\n", q.x, q.y, q.z);
    char c[] = {['a' - 'a'] = 'x', [2] = 'z', [1] = 'y', [3] = 0};
    puts(c);
    int o[3] = {1, 2, [0] = 3, [2] = 4};
    printf("%d %d %d\n", o[0], o[1], o[2]);
    return 0;
}
