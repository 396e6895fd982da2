// C11 6.7.4: inline functions with internal and external linkage behave as functions
#include <stdio.h>

static inline int sq(int x) { return x * x; }
inline int ext(int x) { return x + 1; }
extern inline int ext(int x);
static inline _Bool odd(unsigned x) { return x & 1; }
static inline void swap(int *a, int *b) {
    int t = *a;
    *a = *b;
    *b = t;
}
static inline int rec(int n) { return n ? n + rec(n - 1) : 0; }
int main(void) {
    int a = 3, b = 4;
    swap(&a, &b);
    printf("%d %d\n", a, b);
    printf("%d %d %d\n", sq(a++), odd(7), odd(8));
    int (*p)(int) = sq;
    printf("%d %d\n", p(9), rec(10));
    printf("%d\n", ext(sq(2)));
    return 0;
}
