// C11 7.21.6.1p9: A float argument is promoted to double, which %d does not take.
// rule: format-mismatch
// line: 11
// output: 1.5

#include <stdio.h>

int main(void) {
    float f = 1.5f;
    printf("%.1f\n", f);
    printf("%d\n", f);
    return 0;
}
