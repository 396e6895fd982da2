// C11 6.3.1.4p1: 2147483648.0 is the first double too large for int; 2147483647.9 still fits.
// rule: float-to-int
// line: 9
// output: 2147483647

#include <stdio.h>

static int whole(double x) {
    return x;
}

int main(void) {
    printf("%d\n", whole(2147483647.9));
    printf("%d\n", whole(2147483648.0));
    return 0;
}
