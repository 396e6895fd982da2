// C11 6.4.4.1: decimal, octal and hexadecimal constants with every suffix
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%d %d %d\n", 10, 010, 0x10);
    printf("%d %d\n", 0xAbC, 0XaBc);
    printf("%u %u\n", 10u, 0x10U);
    printf("%ld %ld\n", 10l, 0777777777777L);
    printf("%lu %lu %lu\n", 10ul, 10Lu, 0xfUL);
    printf("%lld %llu %llu\n", 10ll, 10ull, 0x10LLU);
    printf("%d %d\n", 0, 00);
    printf("%lu\n", 18446744073709551615u);
    printf("%d\n", INT32_C(123) + (int)UINT8_C(5));
    printf("%lld\n", (long long)INT64_C(-9223372036854775807));
    return 0;
}
