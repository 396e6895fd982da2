// C11 6.5p5: The counter of the calls, which is only added to, leaves its type: in every order.
// rule: signed-overflow
// line: 11

#include <limits.h>

static long memo[64];
static int calls = INT_MAX - 70;

static long steps(int n) {
    calls++;
    if (n < 3) {
        return 1;
    }
    if (memo[n] == 0) {
        memo[n] = steps(n - 1) + steps(n - 2) + steps(n - 3);
    }
    return memo[n];
}

int main(void) {
    return steps(30) < 0;
}
