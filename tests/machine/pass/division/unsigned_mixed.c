// C11 6.3.1.8: a negative dividend becomes large when the divisor is unsigned of the same rank
#include <limits.h>
#include <stdio.h>

int main(void) {
    int a = -10;
    unsigned b = 3;
    long c = -10;
    unsigned short d = 3;
    printf("%u %u\n", a / b, a % b);
    printf("%ld %ld\n", c / b, c % b);
    printf("%d %d\n", a / d, a % d);
    printf("%lu\n", c / 3ul);
    printf("%u\n", UINT_MAX / 10);
    printf("%llu\n", ULLONG_MAX % 1000003);
    unsigned long long x = 1ull << 63;
    printf("%llu %llu\n", x / 0xffffffffu, x % 0xffffffffu);
    return 0;
}
