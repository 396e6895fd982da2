// C11 6.5.2.2p10: calls that leave what they change as it was do not get in each other's way

#include <stdio.h>

static int depth, deepest, done;

static int nested(int n) {
    depth++;
    int r = n == 0 ? depth : nested(n - 1);
    depth--;
    done = 1;
    return r;
}

static int next(void) {
    return ++deepest;
}

int main(void) {
    int r = nested(3) * 10 + nested(5) + depth;
    printf("%d %d %d\n", r, depth, done);
    // Each call has another number in each order; the sum is the same.
    int sum = next() + next() + next();
    printf("%d\n", sum);
    return 0;
}
