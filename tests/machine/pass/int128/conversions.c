// C11 6.3.1.3, 6.3.1.4, 6.3.1.8: __int128 to and from every arithmetic type, and mixed operands.
// choice: signed-conversion-wraps
// skip: tcc has no __int128
#include <stdio.h>

static void put(unsigned __int128 x) {
    printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
}

int main(void) {
    __int128 a = ((__int128)0x123456789LL << 64) + 0xfedcba9876543210ULL, n = -a;
    unsigned __int128 u = (unsigned __int128)n;
    signed char c = -7;
    unsigned char uc = 200;
    unsigned long ul = -1L;
    float f = 1e30f;
    double d = -1.5e37;
    _Bool b = a;
    put(c), put((__int128)uc), put((unsigned __int128)c), put((__int128)ul), put((__int128)-1L);
    printf("%d %d %d %d\n", (signed char)a, (unsigned char)n, (short)a, (unsigned short)n);
    printf("%d %u %ld %lu %lld\n", (int)a, (unsigned)n, (long)a, (unsigned long)n, (long long)u);
    printf("%d %d %d\n", b, (_Bool)(a - a), (_Bool)((__int128)1 << 100));
    put((__int128)f), put((__int128)d), put((unsigned __int128)f), put((__int128)-0.9), put((__int128)1e18);
    printf("%a %a %a %a\n", (double)a, (double)n, (double)u, (float)a);
    printf("%a %a\n", (double)(((__int128)1 << 100) + 1), (float)(((__int128)1 << 100) + ((__int128)1 << 70)));
    printf("%a %a\n", (double)~(unsigned __int128)0, (double)(((unsigned __int128)1 << 117) - 1));
    printf("%a %d %d\n", a + 0.5, a < 1e30, n == -2.0f);
    put(a + c), put(a * uc), put(ul + a), put(n / ul), put(1 ? a : 0), put(0 ? u : c);
    printf("%d %d %d\n", (int)sizeof(a + c), (int)sizeof(ul + u), (c - u) > 0);
    printf("%d %d\n", n < ul, u > 5);
    c = a, uc = n, ul = u;
    printf("%d %d %lu\n", c, uc, ul);
    c += a, ul *= u, f = a, d = u;
    printf("%d %lu %a %a\n", c, ul, f, d);
    return 0;
}
