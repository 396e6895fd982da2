// C11 6.7.6.3p15: qualifiers of parameters and array or function notation do not change the type of a function
#include <stdio.h>

typedef int F(int *, int (*)(int));
static int id(int x) { return x; }
static int f(int a[3], int g(int)) { return g(a[0]); }
static int k(const int x, volatile int y) {
    int t = y;
    return x - t;
}
int main(void) {
    F *p = f;
    int a[3] = {7, 8, 9};
    printf("%d\n", p(a, id));
    int (*q)(int, int) = k;
    printf("%d\n", q(9, 4));
    void (*any)(void) = (void (*)(void))k;
    printf("%d\n", ((int (*)(int, int))any)(1, 2));
    printf("%d\n", (int (*)(int, int))any == k);
    return 0;
}
