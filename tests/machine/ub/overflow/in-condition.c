// C11 6.5p5: An overflow test that itself overflows.
// rule: signed-overflow
// line: 10
// output: fits

#include <limits.h>
#include <stdio.h>

static int would_wrap(int a, int b) {
    return a + b < a;
}

int main(void) {
    if (!would_wrap(1, 2)) {
        puts("fits");
    }
    if (would_wrap(INT_MAX, 100)) {
        puts("wraps");
    }
    return 0;
}
