// C11 6.5.6p7: A single object counts as an array of one element.
// rule: out-of-bounds
// line: 12
// output: 1

#include <stdio.h>

int main(void) {
    int x = 1, *p = &x;
    printf("%d\n", *p);
    p++;
    *p = 2;
    return 0;
}
