// C11 F.9.2: zeros of both signs compare equal but differ in division and in printing
// choice: float-evaluation
#include <stdio.h>
#include <string.h>

int main(void) {
    double p = 0.0, n = -0.0;
    printf("%g %g %d %d\n", p, n, p == n, p < n);
    printf("%g %g\n", 1 / p, 1 / n);
    printf("%g %g %g %g\n", n + n, n + p, n - p, p - n);
    printf("%g %g\n", p * -1, n * n);
    printf("%g %g\n", -p, -(-n));
    printf("%d %d\n", (_Bool)n, (int)n);
    double tiny = -1e-300;
    printf("%g\n", tiny * 1e-300);
    float f = n;
    printf("%g %g\n", f, f + 0);
    printf("%d\n", memcmp(&p, &n, sizeof p) != 0);
    return 0;
}
