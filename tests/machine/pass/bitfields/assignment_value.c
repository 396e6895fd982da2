// C11 6.5.16p3, TRAPS: the value of an assignment to a bit-field is the truncated one
// choice: signed-conversion-wraps
#include <stdio.h>

struct S {
    unsigned a : 3;
    signed b : 3;
    unsigned c : 10;
};
int main(void) {
    struct S s = {0, 0, 0};
    int r = (s.a = 9);
    printf("%d %d\n", r, s.a);
    r = (s.b = 5);
    printf("%d %d\n", r, s.b);
    r = s.c = s.a = 15;
    printf("%d %d %d\n", r, s.c, s.a);
    r = (s.a += 5);
    printf("%d\n", r);
    r = (s.c -= 8);
    printf("%d\n", r);
    if (s.a = 8)
        puts("nonzero");
    else
        puts("zero");
    printf("%d\n", (s.b = 4) < 0);
    return 0;
}
