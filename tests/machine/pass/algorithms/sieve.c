// C11 6.5.2.1: the sieve of Eratosthenes over bytes and over bits
#include <stdint.h>
#include <stdio.h>

static unsigned char comp[10001];
static uint32_t bits[10001 / 32 + 1];
int main(void) {
    int n = 0, last = 0, m = 0;
    for (int i = 2; i <= 10000; i++) {
        if (comp[i])
            continue;
        n++;
        last = i;
        for (int j = i * i; j <= 10000 && i <= 100; j += i)
            comp[j] = 1;
    }
    for (unsigned i = 2; i <= 10000; i++) {
        if (bits[i >> 5] >> (i & 31) & 1)
            continue;
        m++;
        for (unsigned j = i * 2; j <= 10000; j += i)
            bits[j >> 5] |= (uint32_t)1 << (j & 31);
    }
    printf("%d %d %d\n", n, last, m);
    return 0;
}
