// C11 6.5p5: The negative of INT_MIN does not fit int.
// TRAPS: -INT_MIN
// rule: signed-overflow
// line: 11
// output: 7 7

#include <limits.h>
#include <stdio.h>

static int magnitude(int x) {
    return x < 0 ? -x : x;
}

int main(void) {
    printf("%d %d\n", magnitude(7), magnitude(-7));
    printf("%d\n", magnitude(INT_MIN));
    return 0;
}
