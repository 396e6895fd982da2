// C11 6.5.2.2p6: An int argument is no unsigned parameter when its value is negative.
// rule: wrong-arguments
// line: 12
// output: start

#include <stdio.h>

static unsigned id();

int main(void) {
    puts("start");
    printf("%u\n", id(-1));
    return 0;
}

static unsigned id(unsigned x) {
    return x;
}
