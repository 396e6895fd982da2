// C11 6.5.7p3: a 64-bit value may be shifted by 32 and more, by amounts of any integer type
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint64_t v = 0x8000000000000001u;
    for (int i = 31; i <= 63; i += 8)
        printf("%016llx %016llx\n", (unsigned long long)(v << i), (unsigned long long)(v >> i));
    signed char sc = 33;
    uint64_t n = 63;
    _Bool b = 1;
    printf("%llx %llx %llx\n", (unsigned long long)(v >> sc), (unsigned long long)(v >> n),
           (unsigned long long)(v << b));
    int64_t s = 1;
    printf("%lld\n", (long long)(s << 62));
    return 0;
}
