// C11 6.2.5: long arithmetic is 32 bits wide on ILP32 and long long 64
// target: ilp32
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned long u = 0;
    u--;
    printf("%lu %d\n", u, u == UINT_MAX);
    long l = LONG_MAX;
    printf("%ld %lld\n", l, (long long)l + 1);
    printf("%lld\n", 65536LL * 65536);
    uint64_t q = 0x123456789abcdefULL;
    printf("%llx %llx\n", (unsigned long long)(q >> 36), (unsigned long long)(q << 12));
    printf("%d\n", -1L < 1u);
    printf("%lld %lld\n", -7LL / 2, -7LL % 2);
    printf("%llu\n", 0xffffffffffffffffULL / 10);
    printf("%ld\n", (long)(1LL << 33 | 5));
    return 0;
}
