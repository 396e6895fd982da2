// C11 6.4.4.2: floating constants, decimal and hexadecimal, and their types
// choice: type-size
#include <stdio.h>

int main(void) {
    printf("%zu %zu\n", sizeof 1.0, sizeof 1.0f);
    printf("%g %g %g %g\n", 1., .5, 1e3, 1.5E-3);
    printf("%g %g %g\n", 0x1p4, 0x1.8p1, 0xAp-2);
    printf("%g\n", (double)0x1.fffffep127f);
    printf("%d %d\n", 0.1f == 0.1, 0.5f == 0.5);
    printf("%.17g %.17g\n", 0.1, (double)0.1f);
    printf("%a\n", 0.1);
    printf("%g\n", 1e308 * 1.0);
    return 0;
}
