// C11 6.3.1.1p2, TRAPS: an unsigned bit-field narrower than int promotes to int, one as wide as int to unsigned
#include <stdio.h>

struct S {
    unsigned a : 31;
    unsigned b : 32;
    unsigned c : 1;
    signed d : 5;
    _Bool e : 1;
};
int main(void) {
    struct S s = {0, 0, 1, -1, 1};
    printf("%d\n", s.a - 1 < 0);
    printf("%d\n", s.b - 1 < 0);
    printf("%d\n", -s.c < 0);
    printf("%d\n", ~s.c);
    printf("%d\n", s.d < s.a);
    printf("%d\n", s.d < s.b);
    printf("%d\n", s.e - 2);
    s.a = 0x7fffffff;
    printf("%d\n", s.a);
    printf("%d\n", (s.c << 30) > 0);
    printf("%d\n", -s.a);
    return 0;
}
