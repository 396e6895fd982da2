// C11 6.5p5: The overflow happens in the computation of an index that would come out right.
// rule: signed-overflow
// line: 13
// output: 3

#include <limits.h>
#include <stdio.h>

int main(void) {
    int a[4] = { 0, 1, 2, 3 };
    int i = INT_MAX;
    printf("%d\n", a[i - (INT_MAX - 3)]);
    printf("%d\n", a[i + 3 - INT_MAX]);
    return 0;
}
