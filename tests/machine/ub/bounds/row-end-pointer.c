// C11 6.5.6p8: A walk over a row by pointer reads the first element of the next row.
// rule: out-of-bounds
// line: 13
// output: 6

#include <stdio.h>

static int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

int main(void) {
    int *p = m[0], sum = 0;
    for (int i = 0; i < 6; i++) {
        sum += *p;
        p++;
        if (i == 2) {
            printf("%d\n", sum);
        }
    }
    printf("%d\n", sum);
    return 0;
}
