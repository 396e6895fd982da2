// C11 6.5.6p8: a pointer one past the last element may be formed, compared and subtracted
#include <stdio.h>

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    int *end = a + 5, *e2 = &a[5];
    printf("%d %d\n", end == e2, (int)(end - a));
    int n = 0;
    for (int *p = a; p != end; ++p)
        n += *p;
    for (int *p = end; p > a;)
        n = n * 2 + *--p;
    printf("%d\n", n);
    int one, *q = &one + 1;
    printf("%d %d\n", (int)(q - &one), q > &one);
    *--q = 42;
    printf("%d\n", one);
    struct { int x, y; } s[2], *sp = s + 2;
    printf("%d\n", (int)(sp - s));
    sp--;
    sp->y = 3;
    printf("%d\n", s[1].y);
    return 0;
}
