// C11 6.5.2.2p6: A function defined with an empty list is called with an argument.
// rule: wrong-arguments
// line: 14
// output: 4

#include <stdio.h>

static int four() {
    return 4;
}

int main(void) {
    printf("%d\n", four());
    printf("%d\n", four(4));
    return 0;
}
