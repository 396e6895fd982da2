// C11 6.3.2.3p8: A function is called through a pointer with one parameter more.
// rule: wrong-function-type
// line: 16
// output: 1

#include <stdio.h>

typedef int binary(int, int);

static int negate(int x) {
    return -x;
}

int main(void) {
    printf("%d\n", negate(-1));
    printf("%d\n", ((binary *)negate)(1, 2));
    return 0;
}
