// C11 5.2.4.1: large static arrays start as zero and keep what is stored
#include <stdio.h>

static int big[50000];
static struct { char c; long l; } many[3000];
static unsigned char image[64][64][4];
int main(void) {
    long sum = 0;
    for (int i = 0; i < 50000; i += 7)
        big[i] = i;
    for (int i = 0; i < 50000; i += 5)
        sum += big[i];
    printf("%ld\n", sum);
    for (int i = 2999; i >= 0; i -= 100)
        many[i].l = i * 1000L;
    printf("%ld %ld %d\n", many[2999].l, many[0].l, many[99].c);
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            image[y][x][(x + y) & 3] = (unsigned char)(x * y);
    unsigned h = 0;
    for (int y = 0; y < 64; y++)
        for (int x = 0; x < 64; x++)
            h = h * 17 + image[y][x][x & 3];
    printf("%u\n", h);
    return 0;
}
