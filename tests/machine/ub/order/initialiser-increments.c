// C11 6.7.9p23: Initialisers of a list are indeterminately sequenced: which element gets which value?
// TRAPS: initialiser lists have no order
// rule: order-dependent
// line: 12
// output: 0

#include <stdio.h>

int main(void) {
    int i = 0;
    printf("%d\n", i);
    int a[2] = { i++, i++ };
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
