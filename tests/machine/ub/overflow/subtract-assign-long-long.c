// C11 6.5.16.2p3, 6.5p5: -= on long long goes below LLONG_MIN.
// rule: signed-overflow
// line: 13
// output: -9223372036854775808

#include <limits.h>
#include <stdio.h>

int main(void) {
    long long x = LLONG_MIN + 2;
    x -= 2;
    printf("%lld\n", x);
    x -= 1;
    printf("%lld\n", x);
    return 0;
}
