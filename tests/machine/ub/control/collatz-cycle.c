// C11 6.8.5p6: The sequence from -5 is a cycle that never meets 1.
// rule: infinite-loop
// line: 9
// output: 1

#include <stdio.h>

static int collatz(int n) {
    do { n = n % 2 ? 3 * n + 1 : n / 2; } while (n != 1);
    return n;
}

int main(void) {
    printf("%d\n", collatz(6));
    printf("%d\n", collatz(-5));
    return 0;
}
