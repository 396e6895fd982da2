// C11 6.5.7p4: 1LL << 63 is not representable in long long.
// rule: shift-overflow
// line: 12
// output: 4611686018427387904

#include <stdio.h>

int main(void) {
    long long bit = 1;
    bit <<= 62;
    printf("%lld\n", bit);
    bit <<= 1;
    printf("%lld\n", bit);
    return 0;
}
