// C11 6.5p7: long and long long are different types even where they have the same size.
// rule: effective-type
// line: 12
// output: 8

#include <stdio.h>

int main(void) {
    long x = 8;
    long long *p = (long long *)&x;
    printf("%ld\n", x);
    *p = 9;
    printf("%ld\n", x);
    return 0;
}
