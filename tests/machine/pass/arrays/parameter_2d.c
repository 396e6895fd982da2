// C11 6.7.6.3p7: array parameters are pointers to their element type
#include <stdio.h>

static int trace(int n, int m[][4]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}
static void transpose(int (*d)[4], int s[4][4]) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            d[j][i] = s[i][j];
}
static void inc(int v[static 4]) {
    for (int i = 0; i < 4; i++)
        v[i]++;
}
int main(void) {
    int a[4][4], b[4][4];
    for (int i = 0; i < 16; i++)
        a[i / 4][i % 4] = i * 3 % 7;
    transpose(b, a);
    inc(b[2]);
    printf("%d %d\n", trace(4, a), trace(3, b));
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d\n", b[i][0], b[i][1], b[i][2], b[i][3]);
    return 0;
}
