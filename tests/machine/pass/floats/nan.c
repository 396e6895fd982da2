// C11 F.9.3, 7.12.14: what a NaN is compared with does not matter, nor which NaN it is
// choice: float-evaluation
#include <stdio.h>
#include <string.h>

struct point {
    double x, y;
};
static double zero;
static double n = 0.0 / 0.0;

static int is_nan(double d) {
    return d != d;
}

int main(void) {
    float f = (float)(zero / zero);
    struct point p = {n, -n}, q = p;
    double copy;
    memcpy(&copy, &q.y, sizeof copy);
    printf("%d %d %d\n", is_nan(n), is_nan(f), is_nan(-f));
    printf("%d %d %d\n", is_nan(q.x), is_nan(copy), is_nan(n + 1));
    printf("%d %d %d %d\n", n < 1, n > 1, n == n, n != n);
    printf("%d %d\n", n ? 1 : 0, !n);
    q.x = 2;
    printf("%.1f\n", q.x);
    return 0;
}
