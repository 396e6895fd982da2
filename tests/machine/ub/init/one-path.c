// C11 6.3.2.1p2: Only some paths assign the variable.
// TRAPS: reduction introduces uninitialised reads
// rule: uninitialised-read
// line: 14
// output: 2

#include <stdio.h>

static int pick(int n) {
    int r;
    if (n > 1) {
        r = n;
    }
    return r;
}

int main(void) {
    printf("%d\n", pick(2));
    printf("%d\n", pick(1));
    return 0;
}
