// C11 6.5.2.1p2: Compound assignment through a static pointer that was never set.
// rule: null-dereference
// line: 11
// output: 0

#include <stdio.h>

static int *data;

static void bump(void) {
    *data += 1;
}

int main(void) {
    printf("%d\n", data != 0);
    bump();
    return 0;
}
