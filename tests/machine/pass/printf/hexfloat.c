// C11 7.21.6.1p8: %a shows a double exactly; infinities print as inf
#include <float.h>
#include <stdio.h>

int main(void) {
    printf("%a %a %a %a\n", 1.0, -2.0, 0.5, 10.0);
    printf("%a %a\n", 0.1, 1.0 / 3);
    printf("%a %a\n", 0.0, -0.0);
    printf("%.2a %.0a %.15a\n", 1.3, 1.25, 1.0);
    printf("%A %12a| %-12a| %+a\n", 255.5, 1.0, 1.0, 1.0);
    printf("%a %a\n", DBL_MAX, DBL_MIN);
    printf("%a\n", (double)0.1f);
    double zero = 0, inf = 1 / zero;
    printf("%f %e %g %a %F\n", inf, -inf, inf, inf, inf);
    printf("%5g|%-5g|%+g|%05g\n", inf, inf, inf, inf);
    return 0;
}
