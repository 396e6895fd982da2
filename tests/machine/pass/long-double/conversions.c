// C11 6.3.1.4, 6.3.1.5, 6.3.1.8: long double to and from every arithmetic type.
// skip: tcc rounds long double constants to double
#include <stdio.h>

static void put(long double d) {
    unsigned char *p = (unsigned char *)&d;
    int i;
    for (i = 0; i < 10; i++) printf("%02x", p[i]);
    printf("\n");
}

struct bits { signed int s : 5; unsigned long u : 20; };

int main(void) {
    long double a = 1234567.89L, b = -0x1.fffffffffffffffep62L, c = 0x1p-1080L;
    unsigned long ul = -1L;
    struct bits bits;
    printf("%d %u %ld %lld\n", (int)a, (unsigned)a, (long)b, (long long)-b);
    printf("%d %d %lu %d\n", (signed char)-100.9L, (unsigned char)255.5L, (unsigned long)0x1.fffffffffffffffep63L, (_Bool)c);
    printf("%a %a %a %a\n", (double)a, (float)a, (double)b, (float)b);
    printf("%a %a %a %a\n", (double)c, (float)c, (double)1e4000L, (double)0x1.00000000000008p0L);
    printf("%a %a\n", (float)0x1.0000010000000002p0L, (float)(double)0x1.0000010000000002p0L);
    put(ul), put(-7), put((unsigned char)200), put(0x7fffffffffffffffL), put(1.5f), put(0.1), put(0.1f);
    put(a + 1), put(a * 0.5f), put(1 ? 2 : a), put(ul + 0.5L), put(0 ? a : 'x');
    put((__int128)1 << 100), put(-((__int128)3 << 90) - 1), put(~(unsigned __int128)0);
    printf("%d %d\n", (int)((__int128)0x1p100L >> 98), (unsigned __int128)0x1p127L == (unsigned __int128)1 << 127);
    bits.s = -15.9L, bits.u = 1048575.5L;
    printf("%d %d %d\n", bits.s, (int)bits.u, (int)sizeof(a + 1.0f));
    ul = a, a = ul, ul += 0.75L;
    printf("%lu\n", ul), put(a);
    return 0;
}
