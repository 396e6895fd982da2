// C11 6.5p5: The midpoint of a search range, computed as (low + high) / 2 inside an argument.
// rule: signed-overflow
// line: 16
// output: 1073741823

#include <stdio.h>

static int show(int x) {
    printf("%d\n", x);
    return x;
}

int main(void) {
    int low = 0, high = 2147483647;
    low = show((low + high) / 2);
    show((low + high) / 2);
    return 0;
}
