// C11 6.5.5p6: -1 / INT_MIN and INT_MIN % 1 are defined; only INT_MIN / -1 is not
#include <limits.h>
#include <stdio.h>

int main(void) {
    int m = INT_MIN, minus = -1;
    long lm = LONG_MIN, lminus = -1;
    printf("%d %d\n", minus / m, minus % m);
    printf("%ld %ld\n", lminus / lm, lminus % lm);
    printf("%d %d\n", m / 1, m % 1);
    printf("%d %d\n", m / m, m % m);
    printf("%d %d\n", (m + 1) / minus, (m + 1) % minus);
    printf("%d %d\n", m / 2, m % -2);
    printf("%ld %ld\n", (long)m / minus, (long)m % minus);
    printf("%u %u\n", (unsigned)m / minus, (unsigned)m % minus);
    printf("%d\n", 0 / minus);
    return 0;
}
