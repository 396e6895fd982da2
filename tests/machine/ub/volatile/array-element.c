// C11 6.7.3p9: The elements of a volatile array are volatile.
// rule: volatile-access
// line: 15
// output: 3

#include <stdio.h>

static volatile unsigned char port[4] = { 0, 1, 2, 3 };

int main(void) {
    const unsigned char *p = (const unsigned char *)port;
    printf("%d\n", port[3]);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        sum += p[i];
    }
    return sum;
}
