// C11 6.5.5p6: The quotient INT_MIN / -1 does not fit int.
// TRAPS: INT_MIN / -1; -1 / INT_MIN is fine
// rule: division-overflow
// line: 13
// output: 0

#include <limits.h>
#include <stdio.h>

int main(void) {
    int a = INT_MIN, b = -1;
    printf("%d\n", b / a);
    printf("%d\n", a / b);
    return 0;
}
