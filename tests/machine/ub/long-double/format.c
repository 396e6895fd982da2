// C11 7.21.6.1p9: %f takes a double
// rule: format-mismatch
// line: 7

#include <stdio.h>
int main(void) {
    printf("%f\n", 1.0L);
    return 0;
}
