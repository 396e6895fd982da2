// C11 6.5.2.2p11: a few thousand nested calls with locals fit the stack everywhere
#include <stdio.h>

static unsigned depth(unsigned n, unsigned acc) {
    unsigned local[4] = {n, acc, n ^ acc, 1};
    if (n == 0)
        return acc;
    unsigned r = depth(n - 1, acc * 31 + local[2]);
    return r + local[3];
}
static int count(const char *s) { return *s ? 1 + count(s + 1) : 0; }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
int main(void) {
    printf("%u\n", depth(3000, 7));
    printf("%d\n", count("how long is this text"));
    printf("%d\n", gcd(1071, 462));
    return 0;
}
