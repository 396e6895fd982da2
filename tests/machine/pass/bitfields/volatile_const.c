// C11 6.7.3: qualified bit-fields
#include <stdio.h>

struct S {
    volatile unsigned a : 4;
    const signed b : 4;
    unsigned c : 4;
};
static volatile struct S g = {1, -2, 3};
int main(void) {
    struct S s = {15, -8, 9};
    s.a++;
    s.a += 3;
    printf("%d %d %d\n", s.a, s.b, s.c);
    g.a = g.c + g.b;
    g.c <<= 1;
    printf("%d\n", g.a);
    printf("%d\n", g.b);
    printf("%d\n", g.c);
    const struct S k = {2, 3, 4};
    printf("%d\n", k.a * k.b * k.c);
    return 0;
}
