// C11 6.5p2: An argument of the inner call reads i, another argument of the outer call sets it.
// rule: unsequenced
// line: 19
// output: 4

#include <stdio.h>

static int id(int x) {
    return x;
}

static int add(int a, int b) {
    return a + b;
}

int main(void) {
    int i = 2;
    printf("%d\n", add(id(i), i));
    printf("%d\n", add(id(i), i = 3));
    return 0;
}
