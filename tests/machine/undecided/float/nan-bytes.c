// C11 F.2.1: the bits of a NaN that arithmetic gave
// rule: nan-representation
// line: 14
#include <stdio.h>

union bits {
    double d;
    unsigned long u;
};
static double zero;
int main(void) {
    union bits b;
    b.d = zero / zero;
    printf("%d\n", b.u >> 63 != 0);
    return 0;
}
