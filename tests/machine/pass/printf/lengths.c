// C11 7.21.6.1p7: length modifiers for every integer type
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%hhd %hhu %hhx\n", (signed char)-5, (unsigned char)250, (unsigned char)0xab);
    printf("%hd %hu\n", (short)-30000, (unsigned short)60000);
    printf("%ld %lu %lx\n", LONG_MIN, ULONG_MAX, 0xfeedfacecafeul);
    printf("%lld %llu %llo\n", LLONG_MAX, ULLONG_MAX, 0777ull);
    printf("%jd %ju\n", (intmax_t)-1, (uintmax_t)1 << 63);
    printf("%zu %zx\n", sizeof(int[10]), (size_t)255);
    int a[5];
    printf("%td\n", &a[4] - &a[1]);
    printf("%td\n", &a[1] - &a[4]);
    printf("%5ld|%-5ld|%05ld\n", 12L, 12L, 12L);
    printf("%hhd %hd\n", 'a', (short)7);
    return 0;
}
