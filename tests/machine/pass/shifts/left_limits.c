// C11 6.5.7p4: left shifts whose result is representable are defined up to the last bit below the sign
#include <stdio.h>

int main(void) {
    int one = 1;
    printf("%d\n", one << 30);
    printf("%d\n", 0x3fffffff << 1);
    printf("%d\n", 0 << 31);
    printf("%ld\n", 1L << 62);
    printf("%u\n", 1u << 31);
    printf("%lu\n", 1ul << 63);
    printf("%u\n", 0xffffffffu << 31);
    printf("%d\n", one << 0);
    printf("%d\n", 7 << 28);
    printf("%llx\n", 0x123456789abcdefull << 60);
    return 0;
}
