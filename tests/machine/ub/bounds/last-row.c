// C11 6.5.6p8: m[2] of two rows names the row one past the end; its element is accessed.
// rule: out-of-bounds
// line: 13
// output: 6

#include <stdio.h>

int main(void) {
    int m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int i = 1;
    printf("%d\n", m[i][2]);
    i++;
    printf("%d\n", m[i][0]);
    return 0;
}
