// C11 6.5.6p8: A matrix cleared as one flat array of its elements.
// rule: out-of-bounds
// line: 15
// output: flat

#include <stdio.h>

enum { ROWS = 2, COLS = 2 };

int main(void) {
    int m[ROWS][COLS];
    puts("flat");
    int *q = &m[0][0];
    for (int i = 0; i < ROWS * COLS; i++) {
        q[i] = i;
    }
    return 0;
}
