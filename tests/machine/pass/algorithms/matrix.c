// C11 6.5.2.1: multiplication and powers of matrices passed in structs
#include <stdio.h>

typedef struct { long m[3][3]; } M;
static M mul(M a, M b) {
    M r = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r.m[i][j] += a.m[i][k] * b.m[k][j];
    return r;
}
static M power(M a, unsigned n) {
    M r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (; n; n >>= 1, a = mul(a, a))
        if (n & 1)
            r = mul(r, a);
    return r;
}
int main(void) {
    M a = {{{1, 1, 1}, {1, 0, 0}, {0, 1, 0}}};
    M p = power(a, 30);
    for (int i = 0; i < 3; i++)
        printf("%ld %ld %ld\n", p.m[i][0], p.m[i][1], p.m[i][2]);
    printf("%ld\n", mul(mul(a, a), a).m[0][0]);
    double x[2][2] = {{1, 0.5}, {0.25, 2}}, y[2][2] = {{0}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 2; k++)
                y[i][j] += x[i][k] * x[k][j];
    printf("%g %g %g %g\n", y[0][0], y[0][1], y[1][0], y[1][1]);
    return 0;
}
