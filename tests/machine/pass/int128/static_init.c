// C11 6.6: constant expressions of __int128.
// skip: tcc has no __int128
#include <stdio.h>

static unsigned __int128 a = ((unsigned __int128)0xdeadbeefULL << 96) + 12345678901234567890ULL;
static __int128 b = -((__int128)1 << 126) - ((((__int128)1 << 126) - 1) + 1), c = (__int128)1e25, d = (__int128)-2.5f;
static double e = (double)(((unsigned __int128)1 << 127) + 1);
static int f = ((__int128)1 << 65) > 5 ? (int)(((__int128)7 << 64) >> 62) : 1;
static char g[(__int128)3 * 4];
enum { H = (int)((__int128)1 << 70 >> 66) };
_Static_assert((unsigned __int128)-1 / 3 == ((unsigned __int128)0x5555555555555555ULL << 64 | 0x5555555555555555ULL), "");

int main(void) {
    printf("%llx %llx\n", (unsigned long long)(a >> 64), (unsigned long long)a);
    printf("%llx %llx\n", (unsigned long long)(b >> 64), (unsigned long long)b);
    printf("%llx %llx %lld\n", (unsigned long long)(c >> 64), (unsigned long long)c, (long long)d);
    printf("%a %d %d %d\n", e, f, (int)sizeof g, H);
    return 0;
}
