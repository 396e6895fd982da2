// C11 7.24.2.1p2: The ranges of memcpy overlap by one byte, on the second round.
// rule: overlapping-copy
// line: 16
// output: 0

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = calloc(16, 1);
    if (!p) {
        return 1;
    }
    for (size_t n = 8; n < 10; n++) {
        memcpy(p, p + 16 - n, n);
        printf("%d\n", p[0]);
    }
    free(p);
    return 0;
}
