// C11 7.20: exact-width types have their widths, wrap as such, and promote by rank
// choice: type-size
#include <stdint.h>
#include <stdio.h>

int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(int8_t), sizeof(uint16_t), sizeof(int32_t), sizeof(uint64_t));
    printf("%d %d %d\n", INT8_MIN, INT16_MAX, (int)UINT8_MAX);
    printf("%lld %llu\n", (long long)INT64_MIN, (unsigned long long)UINT64_MAX);
    uint8_t a = 0;
    a--;
    uint16_t b = 65535;
    b += 2;
    uint32_t c = UINT32_MAX;
    c *= c;
    uint64_t d = UINT64_MAX;
    d++;
    printf("%d %d %u %llu\n", a, b, (unsigned)c, (unsigned long long)d);
    printf("%d\n", (uint8_t)(a + 1) == 0);
    printf("%d\n", (int8_t)-1 == (uint8_t)-1);
    printf("%zu %zu\n", sizeof(intmax_t), sizeof(uintptr_t));
    printf("%d\n", sizeof(int_least8_t) >= 1);
    return 0;
}
