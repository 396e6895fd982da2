// C11 6.5.2.2p10: every call counts, also those that find the memo filled: linear in the calls

#include <stdio.h>

struct statistics {
    char name[3];
    short depth;
    long calls, hits;
    unsigned down;
};

static struct statistics s = {"m", 0, 0, 0, 5};
static long memo[64];

static long steps(int n) {
    s.calls++;
    s.down -= 3;
    if (n < 3) {
        return n < 0 ? 0 : 1 + n / 2;
    }
    if (memo[n] != 0) {
        s.hits++;
        return memo[n];
    }
    s.depth += 2;
    memo[n] = steps(n - 1) + steps(n - 2) + steps(n - 3);
    return memo[n];
}

int main(void) {
    long r = steps(50);
    printf("%ld %ld %ld %d %u\n", r, s.calls, s.hits, s.depth, s.down);
    return 0;
}
