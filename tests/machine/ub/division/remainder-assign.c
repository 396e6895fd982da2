// C11 6.5.16.2p3, 6.5.5p6: %= hides INT_MIN % -1, on the last of several divisors.
// TRAPS: the same hidden in %=
// rule: division-overflow
// line: 15
// output: 3: -2
// output: 1: 0

#include <limits.h>
#include <stdio.h>

int main(void) {
    int divisors[] = { 3, 1, -1 };
    for (int i = 0; i < 3; i++) {
        int x = INT_MIN;
        x %= divisors[i];
        printf("%d: %d\n", divisors[i], x);
    }
    return 0;
}
