// C11 6.7.3.1p4: two restrict parameters point into one array that the call modifies
// line: 16

#include <stdio.h>

static void shift(int n, int *restrict to, const int *restrict from) {
    for (int i = 0; i < n; i++) {
        to[i] = from[i];
    }
}

int main(void) {
    int x[4] = { 1, 2, 3, 4 };
    /* Whether each element is reached through one of them only is not followed. */

    shift(3, x, x + 1);
    printf("%d\n", x[0]);
    return 0;
}
