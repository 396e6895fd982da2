// C11 6.5.2.2p10: calls with __int128 that commute, and a volatile one that is read and written.
// skip: tcc has no __int128
#include <stdio.h>

static __int128 total;
static volatile unsigned __int128 seen;

static __int128 add(__int128 x) {
    total += x;
    return x * 3;
}

static __int128 swap(__int128 *p, __int128 x) {
    __int128 old = *p;
    *p = x;
    return old;
}

int main(void) {
    __int128 a = 1, b = (__int128)1 << 80, c;
    c = add(b) + add(-a) * add(a);
    printf("%lld %lld\n", (long long)(c >> 64), (long long)(total >> 64));
    c = swap(&a, 5) + swap(&b, 7);
    printf("%lld %lld %lld\n", (long long)a, (long long)b, (long long)(c >> 70));
    seen = c, seen += 1, seen <<= 3;
    printf("%llx\n", (unsigned long long)seen);
    return 0;
}
