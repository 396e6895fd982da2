// C11 6.3.2.3p7: a character pointer walks over all bytes of a multidimensional array
// choice: object-representation
#include <stdio.h>
#include <string.h>

int main(void) {
    unsigned short a[2][3] = {{1, 2, 3}, {0x104, 0x205, 0x306}};
    unsigned char *p = (unsigned char *)a;
    for (size_t i = 0; i < sizeof a; i++)
        printf("%d ", p[i]);
    putchar('\n');
    unsigned sum = 0;
    for (unsigned char *q = (unsigned char *)(a + 2); q > p;)
        sum = sum * 3 + *--q;
    printf("%u\n", sum);
    memset(a[1], 0xff, sizeof a[1]);
    printf("%d %d\n", a[0][2], a[1][0]);
    p[2] = 9;
    printf("%d\n", a[0][1]);
    unsigned short b[2][3];
    memcpy(b, a, sizeof a);
    printf("%d\n", memcmp(a, b, sizeof a));
    return 0;
}
