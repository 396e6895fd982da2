// C11 6.5.6p8: m[3] of two rows.
// rule: pointer-arithmetic
// line: 12
// output: 6

#include <stdio.h>

int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int (*row)[3] = m;
    printf("%d\n", row[1][2]);
    row += 3;
    return row == m;
}
