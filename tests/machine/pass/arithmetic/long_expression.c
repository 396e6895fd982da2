// C11 6.5: a long expression of mixed types with a known value
#include <stdio.h>

int main(void) {
    int x0 = 1234, x1 = -77, x2 = 3;
    unsigned u0 = 4000000000u, u1 = 17;
    long l0 = -5000000000, l1 = 99;
    unsigned short h = 65535;
    signed char c = -9;
    unsigned long long q = 0xfedcba9876543210u;
    long r = ((x0 * x1 - (c >> 0 == c ? 0 : 1)) / x2 + (h ^ x0)) * (l1 - (u1 % 5)) -
             (l0 / (x1 ? x1 : 1)) + (long)(u0 + u1 * 3u) - ((h & c) | x2) + (x0 > x1 && u0 > 1);
    printf("%ld\n", r);
    unsigned long long s = (q >> (u1 & 15)) * (h + 1u) ^ (q << x2) ^ ~(unsigned long long)l0 % 1000003u;
    printf("%llu\n", s);
    int t = (x0 % 100 - c) * -x2 + (x1 >= c ? x1 : c) * (int)(u1 - 20u < 5 ? 1 : 2) - !x0 + ~x1;
    printf("%d\n", t);
    printf("%d\n", ((((((((1 + 2) * 3 - 4) / 5) << 6) | 7) ^ 8) & 0xff) % 90) - 10);
    return 0;
}
