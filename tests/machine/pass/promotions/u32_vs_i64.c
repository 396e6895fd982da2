// C11 6.3.1.8p1: unsigned int converts to long where long can hold every value of it
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint32_t u = 1;
    int64_t l = -1;
    int32_t i = -1;
    uint64_t ul = 1;
    printf("%d\n", l < u);
    printf("%d\n", i < u);
    printf("%d\n", i < ul);
    printf("%lld\n", (long long)(l + u));
    printf("%lld\n", (long long)(i + u));
    printf("%llu\n", (unsigned long long)(i + ul * 0));
    printf("%lld\n", (long long)(-u));
    printf("%lld\n", -(long long)u);
    printf("%d\n", l * u == -1);
    return 0;
}
