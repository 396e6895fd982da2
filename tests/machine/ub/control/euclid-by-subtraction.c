// C11 6.8.5p6: Subtraction of zero makes no progress.
// rule: infinite-loop
// line: 9
// output: 2

#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) {
    while (a != b) { if (a > b) { a -= b; } else { b -= a; } }
    return a;
}

int main(void) {
    printf("%u\n", gcd(4, 6));
    printf("%u\n", gcd(4, 0));
    return 0;
}
