// C11 6.6p8: floating constants may take part in arithmetic constant expressions of static initialisers
// skip: tcc 0.9.27 says "initializer element is not constant" for a comparison of floating constants
#include <stdio.h>

static int cmp = 3.5 > 2, eq = 0.5 == 1 / 2.0, whole = (int)-7.9, neg = !0.0;
static double half = 1 / 2.0, cond = 2.5 < 2 ? 1 : 0.25;
static float f = 0.1f + 1;
static unsigned char u = (unsigned char)255.9;
int main(void) {
    printf("%d %d %d %d\n", cmp, eq, whole, neg);
    printf("%.3f %.3f %.9g %d\n", half, cond, f, u);
    return 0;
}
