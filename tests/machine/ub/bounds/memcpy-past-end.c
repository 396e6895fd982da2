// C11 7.24.2.1: memcpy writes beyond its destination.
// rule: out-of-bounds
// line: 13
// output: 1

#include <stdio.h>
#include <string.h>

int main(void) {
    int from[4] = { 1, 2, 3, 4 }, to[3];
    memcpy(to, from, sizeof to);
    printf("%d\n", to[0]);
    memcpy(to, from, sizeof from);
    return 0;
}
