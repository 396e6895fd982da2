// C11 6.5.2.2p10: a memo is filled in another order, and holds the same in the end

#include <stdio.h>

static long memo[64];
static int misses;

static long steps(int n) {
    if (n < 3) {
        return n < 0 ? 0 : 1 + n / 2;
    }
    if (memo[n] == 0) {
        misses++;
        memo[n] = steps(n - 1) + steps(n - 2) + steps(n - 3);
    }
    return memo[n];
}

int main(void) {
    long r = steps(50);
    printf("%ld %d\n", r, misses);
    return 0;
}
