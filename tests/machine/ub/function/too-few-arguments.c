// C11 6.5.2.2p6: A call without prototype has fewer arguments than the function has parameters.
// rule: wrong-arguments
// line: 12
// output: 3

#include <stdio.h>

static int add();

int main(void) {
    printf("%d\n", add(1, 2));
    printf("%d\n", add(1));
    return 0;
}

static int add(int a, int b) {
    return a + b;
}
