// C11 6.5.5p6: LLONG_MIN / -1 does not fit long long.
// rule: division-overflow
// line: 13
// output: 9223372036854775807

#include <limits.h>
#include <stdio.h>

int main(void) {
    long long x = LLONG_MIN;
    signed char d = -1;
    printf("%lld\n", (x + 1) / d);
    printf("%lld\n", x / d);
    return 0;
}
