// C11 6.5.2.2p10: The call changes the index of the element that is assigned.
// rule: order-dependent
// line: 19
// output: 1

#include <stdio.h>

static int i;

static int advance(void) {
    i++;
    return 7;
}

int main(void) {
    int a[3] = { 0, 0, 0 };
    advance();
    printf("%d\n", i);
    a[i] = advance();
    printf("%d %d\n", a[1], a[2]);
    return 0;
}
