// C11 6.7.8: typedef names for arrays, functions, pointers and structs
#include <stdio.h>

typedef int vec[3];
typedef vec mat[2];
typedef int fn(int);
typedef fn *fp;
typedef struct node { int v; struct node *next; } node, *link;
typedef const char *str;
static fn twice;
static int apply(fp f, int x) { return f(x); }
static int twice(int x) { return 2 * x; }
static int sum(vec v) { return v[0] + v[1] + v[2]; }
int main(void) {
    vec v = {1, 2, 3};
    mat m = {{1, 2, 3}, {4, 5, 6}};
    printf("%d %d %d\n", sum(v), sum(m[1]), (int)(sizeof(mat) / sizeof(vec)));
    printf("%d\n", apply(twice, 21));
    node a = {1, 0}, b = {2, &a};
    link l = &b;
    printf("%d %d\n", l->v, l->next->v);
    const link cl = &a;
    cl->v = 10;
    printf("%d\n", a.v);
    str s = "typedef";
    s += 4;
    puts(s);
    fp table[2] = {twice, &twice};
    printf("%d\n", table[1](table[0](3)));
    return 0;
}
