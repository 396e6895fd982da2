// C11 6.4.4.3p2: An enumeration constant has type int, so BIG + 1 overflows.
// TRAPS: enumeration constants have types that depend on the value and the target
// rule: signed-overflow
// line: 14
// output: 2147483647

#include <stdio.h>

enum { BIG = 2147483647 };

int main(void) {
    int one = 1;
    printf("%d\n", BIG);
    long sum = BIG + one;
    printf("%ld\n", sum);
    return 0;
}
