// C11 6.5.16.2p3, 6.5.6p8: -= on a null pointer.
// rule: null-arithmetic
// line: 11
// output: start

#include <stdio.h>

int main(void) {
    long *p = NULL;
    puts("start");
    p -= 2;
    return p != NULL;
}
