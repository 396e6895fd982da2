// C11 6.5.5p5: Remainder by zero.
// rule: division-by-zero
// line: 12
// output: 1

#include <stdio.h>

int main(void) {
    unsigned n = 7, m = 3;
    printf("%u\n", n % m);
    m -= 3;
    printf("%u\n", n % m);
    return 0;
}
