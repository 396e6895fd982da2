// C11 6.3.2.1p2: The callee reads through a pointer to a variable it was meant to set.
// rule: uninitialised-read
// line: 9
// output: 1

#include <stdio.h>

static void accumulate(double *sum, double x) {
    *sum = *sum + x;
}

int main(void) {
    double a = 0, b;
    accumulate(&a, 1);
    printf("%d\n", (int)a);
    accumulate(&b, 1);
    printf("%d\n", (int)b);
    return 0;
}
