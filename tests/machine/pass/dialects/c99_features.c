// C99 6.8.5p5: declarations in for, mixed declarations, // comments, designated initialisers, long long
// std: c99
#include <stdio.h>

inline static long long twice(long long x) { return x * 2; }
struct S { int a, b[3]; };
int main(void) {
    printf("%lld\n", twice(1LL << 40)); // comment
    for (int i = 0, j = 3; i < j; i++, j--)
        printf("%d%d ", i, j);
    struct S s = {.b = {[1] = 7}, .a = 2};
    putchar('\n');
    const struct S *p = &(struct S){5, {6}};
    printf("%d %d %d\n", s.b[1], p->b[0], p->b[2]);
    _Bool b = 2;
    printf("%d %s\n", b, __func__);
    printf("%d\n", 0x1p3 == 8.0);
    return 0;
}
