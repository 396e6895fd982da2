// C11 6.8.4.2p7: The declaration before the first case label is never executed.
// TRAPS: goto into the scope of an initialised variable
// rule: initialiser-skipped
// line: 16
// output: start

#include <stdio.h>

static int f(int n) {
    switch (n) {
        int x = 4;
    case 0:
        x = 17;
        /* fall through */
    default:
        return x;
    }
}

int main(void) {
    puts("start");
    int r = f(0) == 17;
    return r + f(1);
}
