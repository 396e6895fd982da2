// C11 6.5.2.2p11: recursion, plain and tree shaped
#include <stdio.h>

static unsigned long fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int ack(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
static int moves;
static void hanoi(int n, int from, int to, int via) {
    if (n == 0)
        return;
    hanoi(n - 1, from, via, to);
    moves++;
    hanoi(n - 1, via, to, from);
}
int main(void) {
    printf("%lu %lu\n", fact(10), fact(20));
    printf("%d %d\n", fib(15), fib(1));
    printf("%d\n", ack(2, 4));
    hanoi(8, 1, 3, 2);
    printf("%d\n", moves);
    return 0;
}
