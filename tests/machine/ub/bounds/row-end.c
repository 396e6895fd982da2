// C11 6.5.6p8: m[0][3] is one past the row, although m[1][0] lies there.
// rule: out-of-bounds
// line: 11
// output: 4

#include <stdio.h>

int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    printf("%d\n", m[1][0]);
    printf("%d\n", m[0][3]);
    return 0;
}
