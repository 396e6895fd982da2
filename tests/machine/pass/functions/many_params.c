// C11 6.5.2.2: more arguments than registers, of mixed types
#include <stdio.h>

struct P { char c; int i; };
static long f(char a, short b, int c, long d, unsigned char e, float f, double g, struct P h, int *i,
              int j, long k, double l, _Bool m, unsigned short n) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + (long)(f * 8) + (long)(g * 16) + h.c + h.i + *i + j +
           k + (long)l + m + n;
}
static double nine(double a, double b, double c, double d, double e, double f, double g, double h,
                   double i, double j) {
    return a - b + c - d + e - f + g - h + i - j;
}
int main(void) {
    int x = 1000;
    printf("%ld\n", f(1, -2, 3, -4, 5, 0.25f, -0.5, (struct P){7, 8}, &x, 9, 10000000000, 3.99, 7, 65535));
    printf("%.2f\n", nine(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.25));
    printf("%d %ld %.1f %c %s %u %lld %.2f\n", 1, 2L, 3.5, 'c', "s", 6u, 7LL, 8.25f);
    return 0;
}
