// C11 6.3.1.4p1: INT64_MAX rounded to double is 2^63, which does not fit int64_t.
// rule: float-to-int
// line: 12
// output: -9223372036854775808

#include <stdint.h>
#include <stdio.h>

int main(void) {
    double d = (double)INT64_MAX;
    printf("%lld\n", (long long)-d);
    int64_t back = (int64_t)d;
    printf("%lld\n", (long long)back);
    return 0;
}
