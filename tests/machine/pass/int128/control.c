// C11 6.8.4, 6.8.5: conditions, loops and switches on __int128.
// skip: tcc has no __int128
#include <stdio.h>

static int classify(__int128 x) {
    switch (x) {
    case 0: return 0;
    case -1: return 1;
    case ((__int128)1 << 100): return 2;
    case -((__int128)1 << 64): return 3;
    default: return 4;
    }
}

static int unsigned_case(unsigned __int128 x) {
    switch (x) {
    case ~(unsigned __int128)0: return 1;
    case (unsigned __int128)1 << 127: return 2;
    case 5: return 3;
    }
    return 0;
}

int main(void) {
    __int128 x = (__int128)1 << 64;
    unsigned __int128 u;
    int n = 0;
    printf("%d %d %d %d %d\n", classify(0), classify(-1), classify(x << 36), classify(-x), classify(1));
    printf("%d %d %d %d\n", unsigned_case(-1), unsigned_case((unsigned __int128)x << 63), unsigned_case(5), unsigned_case(4));
    if (x) n |= 1;
    if (!(x >> 65)) n |= 2;
    while (x) x >>= 7, n += 4;
    for (u = 1; u; u <<= 1) n += 100;
    do n += 10000; while ((x += (__int128)1 << 62) < (__int128)1 << 64);
    printf("%d %d\n", n, x ? 1 : 2);
    return 0;
}
