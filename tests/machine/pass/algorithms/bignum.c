// C11 6.2.5p9: arithmetic on numbers of many digits
#include <stdint.h>
#include <stdio.h>

enum { W = 12 };
typedef struct { uint32_t d[W]; } big;
static big mul(const big *a, uint32_t k) {
    big r;
    uint64_t carry = 0;
    for (int i = 0; i < W; i++) {
        carry += (uint64_t)a->d[i] * k;
        r.d[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return r;
}
static uint32_t divmod(big *a, uint32_t k) {
    uint64_t rem = 0;
    for (int i = W; i-- > 0;) {
        rem = rem << 32 | a->d[i];
        a->d[i] = (uint32_t)(rem / k);
        rem %= k;
    }
    return (uint32_t)rem;
}
static int zero(const big *a) {
    for (int i = 0; i < W; i++)
        if (a->d[i])
            return 0;
    return 1;
}
int main(void) {
    big f = {{1}};
    for (uint32_t i = 2; i <= 50; i++)
        f = mul(&f, i);
    char buf[120], *p = buf + sizeof buf;
    *--p = '\0';
    while (!zero(&f))
        *--p = (char)('0' + divmod(&f, 10));
    puts(p);
    return 0;
}
