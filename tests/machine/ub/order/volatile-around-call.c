// C11 6.5p2: Two reads of a volatile object in one expression, with a call that reads it in between.
// rule: unsequenced
// line: 14
// output: 5

#include <stdio.h>

static volatile int v = 5;

static int read(void) { return v; }

int main(void) {
    printf("%d\n", read());
    int sum = (v + read()) + v;
    return sum;
}
