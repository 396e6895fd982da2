// C11 6.5.7p3: the type of a shift is that of the promoted left operand alone
// choice: type-size
#include <stdio.h>

int main(void) {
    unsigned char c = 0xff;
    unsigned short s = 0x7fff;
    printf("%d %d\n", c << 8, c << 23);
    printf("%d\n", s << 16);
    printf("%zu %zu %zu\n", sizeof(c << 1L), sizeof(1L << c), sizeof(1u << 1ull));
    printf("%d\n", c << 20 >> 20);
    printf("%d\n", (unsigned char)(c << 4) >> 2);
    printf("%u\n", 1u << (char)31);
    printf("%lu\n", 1ul << 40ull);
    c <<= 4;
    printf("%d\n", c);
    c >>= 6;
    printf("%d\n", c);
    return 0;
}
