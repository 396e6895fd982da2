// C11 6.9.1p12: A switch without default falls off the end of the function.
// rule: missing-return-value
// line: 24
// output: 2

#include <stdio.h>

enum kind { ONE, TWO, THREE };

static long size(enum kind k) {
    switch (k) {
    case ONE:
        return 1;
    case TWO:
        return 2;
    case THREE:
        break;
    }
}

int main(void) {
    long total = size(TWO);
    printf("%ld\n", total);
    total += size(THREE);
    printf("%ld\n", total);
    return 0;
}
