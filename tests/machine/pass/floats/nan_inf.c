// C11 F.9.3: comparisons with NaN are false except !=; infinities order; NaN converts to _Bool as 1
// choice: float-evaluation
#include <float.h>
#include <stdio.h>

int main(void) {
    volatile double zero = 0.0;
    double z = zero, inf = 1 / z, nan = z / z;
    printf("%d %d %d %d %d %d\n", nan < 1, nan > 1, nan <= 1, nan >= 1, nan == nan, nan != nan);
    printf("%d %d %d\n", inf > DBL_MAX, -inf < -DBL_MAX, inf == inf + 1);
    double t = inf - inf;
    printf("%d\n", t != t);
    _Bool b = nan;
    printf("%d %d\n", b, !nan);
    if (nan)
        puts("true");
    printf("%d\n", nan ? 1 : 2);
    t = inf * zero;
    printf("%d\n", t == t);
    printf("%.1f %.1f\n", 1 / inf, -1 / inf);
    printf("%d %d\n", nan < inf || nan >= inf, !(nan < 1));
    float f = inf, fn = nan;
    printf("%f %d\n", f, fn != fn);
    return 0;
}
