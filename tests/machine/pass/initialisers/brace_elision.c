// C11 6.7.9p20: inner braces may be left out
#include <stdio.h>

struct S { int a[2]; struct { char c; short s; } in; int z; };
int main(void) {
    int m[2][3] = {1, 2, 3, 4, 5};
    int n[2][3] = {{1}, {4, 5}};
    struct S s = {1, 2, 'c', 4, 5};
    struct S t[2] = {1, 2, 'd', 4, 5, 6, 7, {'e'}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            printf("%d:%d ", m[i][j], n[i][j]);
    putchar('\n');
    printf("%d %d %c %d %d\n", s.a[0], s.a[1], s.in.c, s.in.s, s.z);
    printf("%d %c %d %d %c %d\n", t[0].a[1], t[0].in.c, t[0].z, t[1].a[0], t[1].in.c, t[1].z);
    int k = {5};
    char str[2][4] = {"ab", {'c', 'd', 0}};
    printf("%d %s %s\n", k, str[0], str[1]);
    struct { struct S s; int i; } u = {s, 7};
    printf("%d %d\n", u.s.z, u.i);
    return 0;
}
