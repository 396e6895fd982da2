// C11 6.5.15p5: The arms of ?: are brought to int, not to the unsigned that the result is stored in.
// rule: signed-overflow
// line: 15
// output: 1

#include <limits.h>
#include <stdio.h>

int main(void) {
    short s = 1;
    int big = INT_MAX;
    unsigned r;
    r = (s ? s : big) + 0;
    printf("%u\n", r);
    r = (s ? big : s) + s;
    printf("%u\n", r);
    return 0;
}
