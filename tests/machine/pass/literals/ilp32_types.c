// C11 6.4.4.1p5: on ILP32 2147483648 is a long long and long is as wide as int
// target: ilp32
// choice: type-size
#include <limits.h>
#include <stdio.h>

#define T(e) _Generic((e), int: "i", unsigned: "u", long: "l", unsigned long: "ul", \
    long long: "ll", unsigned long long: "ull")
int main(void) {
    printf("%s %s %s\n", T(2147483647), T(2147483648), T(4294967296));
    printf("%s %s %s\n", T(0x80000000), T(0x80000000L), T(0x100000000));
    printf("%s %s\n", T(2147483648u), T(-2147483648));
    printf("%s %s\n", T(1l + 1u), T(1ll + 1ul));
    printf("%zu %zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(long long), sizeof(size_t));
    printf("%d %d\n", -1l < 1u, -1ll < 1u);
    printf("%ld %lu\n", LONG_MAX, ULONG_MAX);
    return 0;
}
