// C11 6.5.16.2p3, 6.5.5p6: /= hides INT_MIN / -1.
// TRAPS: the same hidden in /=
// rule: division-overflow
// line: 14
// output: -2147483648

#include <limits.h>
#include <stdio.h>

int main(void) {
    int a[2] = { INT_MIN, -1 };
    a[0] /= -a[1];
    printf("%d\n", a[0]);
    a[0] /= a[1];
    printf("%d\n", a[0]);
    return 0;
}
