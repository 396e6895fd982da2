// C11 6.5.2.2: functions taking and returning function pointers
#include <stdio.h>

typedef int (*pred)(int);
static int even(int x) { return x % 2 == 0; }
static int big(int x) { return x > 5; }
static int count(const int *a, int n, pred p) {
    int c = 0;
    for (int i = 0; i < n; i++)
        c += p(a[i]) != 0;
    return c;
}
static int apply(int f(int), int x) { return f(x); }
static pred choose(int k) { return k ? even : big; }
static int (*(*nested(void))(int))(int) { return choose; }
static void each(int *a, int n, void (*f)(int *, void *), void *ctx) {
    while (n--)
        f(a++, ctx);
}
static void add_to(int *p, void *ctx) { *(long *)ctx += *p; }
static void scale(int *p, void *ctx) { *p *= *(int *)ctx; }
int main(void) {
    int a[] = {1, 2, 4, 6, 7, 9}, k = 3;
    printf("%d %d\n", count(a, 6, even), count(a, 6, big));
    printf("%d %d\n", apply(even, 3), apply(&big, 30));
    printf("%d %d\n", choose(1)(2), nested()(0)(2));
    long sum = 0;
    each(a, 6, scale, &k);
    each(a, 6, add_to, &sum);
    printf("%ld\n", sum);
    printf("%d\n", choose(0) == big);
    return 0;
}
