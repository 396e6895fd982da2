// C11 6.5p5: ++ on an int that holds INT_MAX.
// TRAPS: the same hidden in ++
// rule: signed-overflow
// line: 15
// output: 2147483646
// output: 2147483647

#include <limits.h>
#include <stdio.h>

int main(void) {
    int i = INT_MAX - 1;
    for (int n = 0; n < 3; n++) {
        printf("%d\n", i);
        ++i;
    }
    return 0;
}
