// C11 7.22.3.2: calloc gives all bits zero, which is zero for integers and IEEE floating types
#include <stdio.h>
#include <stdlib.h>

struct S { int a; long b; char c[5]; double d; };
int main(void) {
    int *p = calloc(10, sizeof *p);
    long sum = 0;
    for (int i = 0; i < 10; i++)
        sum += p[i];
    p[9] = 5;
    printf("%ld %d\n", sum, p[9]);
    struct S *s = calloc(3, sizeof *s);
    printf("%d %ld %d %.1f\n", s[0].a, s[1].b, s[2].c[4], s[2].d);
    s[1] = (struct S){1, 2, "abc", 3.5};
    s[2] = s[1];
    s[0].a = s[2].a + 10;
    printf("%d %s %.1f\n", s[0].a, s[2].c, s[2].d);
    unsigned char *b = calloc(1, 16);
    int nz = 0;
    for (int i = 0; i < 16; i++)
        nz += b[i] != 0;
    printf("%d\n", nz);
    free(p);
    free(s);
    free(b);
    return 0;
}
