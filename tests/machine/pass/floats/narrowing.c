// C11 6.3.1.5: double to float rounds to nearest, also into the subnormals
#include <float.h>
#include <stdio.h>

int main(void) {
    double d = 0.1;
    float f = d;
    printf("%a %a\n", d, f);
    f = 1.00000005960464477540;
    printf("%a\n", f);
    f = 1.0000000596046448;
    printf("%a\n", f);
    f = 1e-40;
    printf("%a %d\n", f, f > 0);
    f = 1e-46;
    printf("%a\n", f);
    f = 3.4028234e38;
    printf("%a\n", f);
    printf("%a\n", (double)(float)1.1 - 1.1);
    double s = DBL_MIN / 4;
    printf("%.16e %d\n", s, s * 4 == DBL_MIN);
    s = 4.9406564584124654e-324;
    printf("%.5e %a\n", s, s / 2);
    f = FLT_MIN;
    f /= 3;
    printf("%a\n", f);
    return 0;
}
