// C11 6.3.2.2: void functions, discarded values and return of void paths
#include <stdio.h>

static int calls;
static int noisy(int x) { calls += x; return calls; }
static void maybe(int x) {
    if (x < 0)
        return;
    calls++;
}
static void chain(int n) {
    maybe(n);
    if (n > 0)
        chain(n - 1);
}
int main(void) {
    noisy(1);
    (void)noisy(2);
    noisy(3), noisy(4);
    printf("%d\n", calls);
    maybe(-1);
    maybe(1);
    printf("%d\n", calls);
    chain(5);
    printf("%d\n", calls);
    void (*f)(int) = maybe;
    f(0), (*f)(-5);
    printf("%d\n", calls);
    (void)0;
    ;
    {}
    return 0;
}
