// C11 F.3: square roots by Newton's method and sums of series come out bit for bit
#include <stdio.h>

static double root(double x) {
    double r = x > 1 ? x : 1;
    for (int i = 0; i < 60; i++)
        r = (r + x / r) / 2;
    return r;
}
static double e(void) {
    double s = 1, t = 1;
    for (int n = 1; n < 20; n++) {
        t /= n;
        s += t;
    }
    return s;
}
static float pi(void) {
    float s = 0;
    for (int k = 0; k < 2000; k++)
        s += (k % 2 ? -4.0f : 4.0f) / (2 * k + 1);
    return s;
}
int main(void) {
    printf("%a %.15f\n", root(2), root(2));
    printf("%.12f %.12f\n", root(1e10), root(0.01));
    printf("%a\n", e());
    printf("%a\n", pi());
    return 0;
}
