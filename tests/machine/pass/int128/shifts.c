// C11 6.5.7: shifts of __int128, by amounts of every type.
// choice: arithmetic-right-shift
// skip: tcc has no __int128
#include <stdio.h>

static void put(unsigned __int128 x) {
    printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
}

int main(void) {
    unsigned __int128 u = 0x0123456789abcdefULL;
    __int128 s = -((__int128)0x123456789abcdef << 60), one = 1, amount = 3;
    int i;
    for (i = 0; i < 128; i += 21) put(u << i);
    for (i = 0; i < 128; i += 21) put((u << 64 | u) >> i);
    for (i = 0; i < 128; i += 21) put(s >> i);
    put(one << 126), put((unsigned __int128)1 << 127), put(u << (char)7), put(u << 127ULL);
    put(u >> amount), put(u << (unsigned __int128)64);
    printf("%d %ld %d\n", 5 << amount, 1L << (amount + 40), -16 >> amount);
    u <<= amount, s >>= 64, one <<= 100LL;
    put(u), put(s), put(one);
    i = 1, i <<= amount * 4;
    printf("%d\n", i);
    return 0;
}
