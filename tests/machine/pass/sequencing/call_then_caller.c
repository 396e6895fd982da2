// C11 6.5.2.2p10: arguments are evaluated before the body of the function runs
#include <stdio.h>

static int g = 1;
static int add(int x, int y) { g += 100; return x + y + g; }
static int deref(int *p, int v) { *p = v; return v * 2; }
static int (*fp)(int, int) = add;
static int swapfp(int x, int y) { fp = add; return x - y; }
int main(void) {
    printf("%d\n", add(g, g));
    printf("%d\n", add(g++, 5));
    int x = 4;
    printf("%d ", deref(&x, x + 1));
    printf("%d\n", x);
    x = deref(&x, x * 2) + 1;
    printf("%d\n", x);
    fp = swapfp;
    printf("%d ", fp(9, 4));
    printf("%d\n", fp == add);
    int a[2] = {1, 2};
    a[0] = deref(&a[1], a[0] + 8);
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
