// C11 6.3.1.1p2, 6.5.5p5: A false _Bool is promoted to the divisor 0.
// rule: division-by-zero
// line: 10
// output: 42

#include <stdbool.h>
#include <stdio.h>

static int choose(int x, bool on) {
    return x / on;
}

int main(void) {
    printf("%d\n", choose(42, 17));
    printf("%d\n", choose(42, 0));
    return 0;
}
