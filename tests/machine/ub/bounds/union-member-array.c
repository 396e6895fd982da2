// C11 6.5.6p8: a longer member of the union does not make the array of a shorter one longer
// rule: pointer-arithmetic
// line: 14
#include <stdio.h>

union both {
    char x[4];
    char z[8];
};
int main(void) {
    union both u;
    u.z[5] = 1;
    char *p = u.x;
    printf("%d\n", p[5]);
    return 0;
}
