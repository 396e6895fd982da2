// C11 6.7.9p21: what an initialiser leaves out is set to zero, also in automatic objects
#include <stdio.h>

struct S { int a; double d; char *p; struct { long l; _Bool b; } in; };
static void dirty(void) {
    volatile unsigned char junk[256];
    for (int i = 0; i < 256; i++)
        junk[i] = 0xcc;
}
static int check(void) {
    int a[50] = {1};
    struct S s = {.a = 1};
    struct S t = {0};
    int sum = 0;
    for (int i = 0; i < 50; i++)
        sum += a[i];
    printf("%d %d %.1f %d %ld %d\n", sum, s.a, s.d, s.p == 0, s.in.l, s.in.b);
    printf("%d %.1f %d %ld\n", t.a, t.d, !t.p, t.in.l);
    return sum;
}
int main(void) {
    dirty();
    int r = check();
    dirty();
    r += check();
    char buf[10] = "ab";
    for (int i = 0; i < 10; i++)
        r += buf[i] == 0;
    printf("%d\n", r);
    return 0;
}
