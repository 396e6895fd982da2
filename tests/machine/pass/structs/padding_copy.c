// C11 6.2.6.1p6: padding may be copied as bytes, by memcpy and by character loops, as long as nothing computes with it
#include <stdio.h>
#include <string.h>

struct S { char c; int i; char d; double e; };
int main(void) {
    struct S a, b, c;
    a.c = 'x';
    a.i = 42;
    a.d = 'y';
    a.e = 2.5;
    memcpy(&b, &a, sizeof b);
    unsigned char *d = (unsigned char *)&c;
    const unsigned char *s = (const unsigned char *)&b;
    for (size_t i = 0; i < sizeof c; i++)
        d[i] = s[i];
    printf("%c %d %c %.1f\n", c.c, c.i, c.d, c.e);
    struct S z;
    memset(&z, 0, sizeof z);
    printf("%d %d %d\n", z.c, z.i, z.d);
    z = c;
    memmove(&a, &z, sizeof a);
    printf("%c %d\n", a.c, a.i);
    return 0;
}
