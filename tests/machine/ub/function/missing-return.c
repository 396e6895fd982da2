// C11 6.9.1p12: The value of a call is used although the function ended without a return value.
// TRAPS: falling off the end of a non-void function whose value is used; main without return
// rule: missing-return-value
// line: 21
// output: 1

#include <stdio.h>

static int sign(int x) {
    if (x > 0) {
        return 1;
    }
    if (x < 0) {
        return -1;
    }
}

int main(void) {
    printf("%d\n", sign(5));
    sign(0);
    printf("%d\n", sign(0));
}
