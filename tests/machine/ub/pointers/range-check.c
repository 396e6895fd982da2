// C11 6.5.8p5: A function asks with relational operators whether a pointer lies in an array.
// rule: pointer-comparison
// line: 11
// output: 1

#include <stdio.h>

static int table[8], other;

static int inside(const int *p) {
    return p >= table && p < table + 8;
}

int main(void) {
    printf("%d\n", inside(&table[3]));
    printf("%d\n", inside(&other));
    return 0;
}
