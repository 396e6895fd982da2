// C11 6.5.6p7: A single object counts as an array of one: &x + 2 leaves it.
// rule: pointer-arithmetic
// line: 13
// output: 4

#include <stdio.h>

int main(void) {
    long long x = 4;
    long long *p = &x;
    printf("%lld\n", *p);
    p++;
    p++;
    return p == &x;
}
