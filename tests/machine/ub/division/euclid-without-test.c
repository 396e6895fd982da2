// C11 6.5.5p5: Euclid's algorithm runs one step too far, in a recursive call.
// rule: division-by-zero
// line: 14
// output: 2

#include <stdio.h>

static int depth;

static int gcd(int a, int b) {
    if (depth++ > 5) {
        return a;
    }
    return gcd(b, a % b);
}

int main(void) {
    int a = 12, b = 10;
    printf("%d\n", a - b);
    printf("%d\n", gcd(a, b));
    return 0;
}
