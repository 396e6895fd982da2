// C11 6.5p5: the limits of long and long long are reached without overflow
#include <limits.h>
#include <stdio.h>

int main(void) {
    long max = LONG_MAX, min = LONG_MIN;
    long long lmax = LLONG_MAX;
    printf("%ld %ld\n", max + min, min + max - max);
    printf("%lld\n", lmax - 1 + 1);
    printf("%ld\n", 3037000499L * 3037000499L);
    printf("%ld\n", -4294967296L * 2147483648L);
    printf("%ld\n", (long)INT_MAX + 1);
    printf("%ld\n", (long)INT_MIN * INT_MIN);
    int i = INT_MAX;
    long l = i + 1L;
    printf("%ld %lld\n", l, (long long)i * i);
    return 0;
}
