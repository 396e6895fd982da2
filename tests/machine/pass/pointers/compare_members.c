// C11 6.5.8p5: pointers into one aggregate compare in the order of its members and elements
#include <stdio.h>

struct S { int a, b; int c[4]; struct { int d, e; } in; };
int main(void) {
    struct S s;
    printf("%d %d\n", &s.a < &s.b, &s.b < s.c);
    printf("%d %d\n", &s.c[3] < &s.in.d, &s.in.e > &s.in.d);
    printf("%d\n", &s.a <= &s.a);
    printf("%d\n", (void *)&s == (void *)&s.a);
    int a[4];
    printf("%d %d %d\n", a < a + 4, &a[1] >= &a[2], a + 4 <= &a[4]);
    union { int x; char c[8]; } u;
    printf("%d\n", (void *)&u.x == (void *)u.c);
    char *lo = (char *)&s, *hi = (char *)(&s + 1);
    printf("%d %d\n", lo < hi, (int)(hi - lo) == (int)sizeof s);
    return 0;
}
