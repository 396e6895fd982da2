// C11 6.2.5p4 (extended integer types): all operators on __int128 near the limits of 64 and 128 bits.
// skip: tcc has no __int128
#include <stdio.h>

static void put(unsigned __int128 x) {
    printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x);
}

static __int128 max(void) { return (__int128)(~(unsigned __int128)0 >> 1); }

int main(void) {
    __int128 a = (__int128)0x7fffffffffffffffLL * 4 + 3, b = -a, m = max();
    unsigned __int128 u = ~(unsigned __int128)0, w = (unsigned __int128)1 << 127;
    put(a + b), put(a - b), put(a * 5), put(b * 7), put(a / 3), put(b / 3), put(a % 1000), put(b % 1000);
    put(m - 1), put(-m - 1), put((-m - 1) / 2), put((-m - 1) % 10), put(m / -1), put(m * 1);
    put(u + 1), put(u * u), put(u - w), put(w + w), put(u / 10), put(u % 10), put(-u), put(-w);
    put(a & b), put(a | b), put(a ^ b), put(~a), put(~u), put(+a), put(u & 0xff), put(w ^ u);
    printf("%d %d %d %d %d %d\n", a < b, a > b, a <= a, a >= b, a == b, a != b);
    printf("%d %d %d %d\n", u < w, u > w, u == -1, w == (unsigned __int128)(-m - 1));
    printf("%d %d %d %d\n", !a, !!u, a && 0, b || 0);
    return 0;
}
