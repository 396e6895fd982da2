// C11 6.2.5p9: unsigned arithmetic is modulo two to the width
#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned u = 0;
    unsigned long ul = 0;
    u--;
    printf("%u %u %u\n", u, u + 2u, u * u);
    ul -= 2;
    printf("%lu %lu\n", ul, ul * 3);
    printf("%u %u\n", -1u, -(unsigned)INT_MIN);
    u = UINT_MAX;
    u++;
    printf("%u %u\n", u, 3u - 5u);
    ul = ULONG_MAX;
    printf("%lu\n", ++ul - 1);
    unsigned long long q = 0xDEADBEEFCAFEBABEull;
    q *= q;
    printf("%llx\n", q);
    return 0;
}
