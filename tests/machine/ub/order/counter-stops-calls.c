// C11 6.5.2.2p10: The counter of the calls is read, and stops some of them: not only counted.
// rule: order-dependent
// line: 20

#include <stdio.h>

static long memo[32];
static int calls;

static long steps(int n) {
    if (++calls > 20) {
        return 0;
    }
    if (n < 3) {
        return 1;
    }
    if (memo[n] != 0) {
        return memo[n];
    }
    memo[n] = steps(n - 1) + steps(n - 2) + 2 * steps(n - 3);
    return memo[n];
}

int main(void) {
    long r = steps(9);
    printf("%ld\n", r);
    return 0;
}
