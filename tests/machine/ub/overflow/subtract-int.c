// C11 6.5p5: INT_MIN - 1 does not fit int.
// rule: signed-overflow
// line: 12
// output: 2147483647

#include <limits.h>
#include <stdio.h>

int main(void) {
    int low = INT_MIN;
    printf("%d\n", -(low + 1));
    printf("%d\n", low - 1);
    return 0;
}
