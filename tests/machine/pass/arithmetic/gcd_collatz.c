// C11 6.8.5: loops of plain integer arithmetic
#include <stdio.h>

static unsigned gcd(unsigned a, unsigned b) {
    while (b) {
        unsigned t = a % b;
        a = b;
        b = t;
    }
    return a;
}
static int collatz(unsigned long n) {
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}
int main(void) {
    printf("%u %u %u\n", gcd(48, 36), gcd(17, 5), gcd(0, 9));
    printf("%u\n", gcd(4294967295u, 65535u));
    int best = 0;
    unsigned arg = 0;
    for (unsigned i = 1; i < 1000; i++) {
        int c = collatz(i);
        if (c > best) {
            best = c;
            arg = i;
        }
    }
    printf("%u %d\n", arg, best);
    return 0;
}
