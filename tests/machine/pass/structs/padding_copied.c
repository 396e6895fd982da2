// C11 6.2.6.1p6: padding has unspecified values, which may be copied: whole, by memcpy, and byte by byte
#include <stdio.h>
#include <string.h>

struct s {
    char c;
    int i;
};

int main(void)
{
    struct s a = {'x', 42}, b, c, d;
    const unsigned char *from = (const unsigned char *)&a;
    unsigned char *to = (unsigned char *)&d;
    size_t k;
    b = a;
    memcpy(&c, &a, sizeof c);
    for (k = 0; k < sizeof a; k++)
        to[k] = from[k];
    printf("%c%d %c%d %c%d\n", b.c, b.i, c.c, c.i, d.c, d.i);
    memset(&b, 0, sizeof b);
    memset(&c, 0, sizeof c);
    printf("%d\n", memcmp(&b, &c, sizeof b));
    return 0;
}
