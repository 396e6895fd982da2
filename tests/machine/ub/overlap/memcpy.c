// C11 7.24.2.1p2: memcpy between overlapping ranges.
// rule: overlapping-copy
// line: 13
// output: 1

#include <stdio.h>
#include <string.h>

int main(void) {
    int a[4] = { 1, 2, 3, 4 };
    memmove(a + 1, a, 3 * sizeof a[0]);
    printf("%d\n", a[1]);
    memcpy(a + 1, a, 3 * sizeof a[0]);
    return 0;
}
