// C11 6.7.3p7: every access to a volatile object happens; the values are those last stored
#include <stdio.h>

static volatile int v;
static volatile unsigned char arr[4] = {1, 2, 3, 4};
struct S { volatile int a; int b; };
int main(void) {
    v = 5;
    v++;
    v += 6;
    int r = v;
    printf("%d\n", r);
    for (v = 0; v < 3; v++)
        arr[v] += 10;
    printf("%d ", arr[0]);
    printf("%d\n", arr[2]);
    struct S s = {1, 2};
    s.a = s.b + 1;
    s.b = s.a;
    volatile int *p = &s.b;
    *p = *p * 2;
    printf("%d %d\n", s.a, s.b);
    const volatile int cv = 7;
    int t = cv;
    t += cv;
    printf("%d\n", t);
    v;
    return 0;
}
