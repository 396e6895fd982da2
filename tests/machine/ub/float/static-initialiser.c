// C11 6.3.1.4p1, 6.7.9p11: The static initialiser -1.5 is a constant of its type, but does not fit unsigned.
// TRAPS: csmith 130, 132, 135: float to integer out of range, also in initialisers
// rule: float-to-int
// line: 9

#include <stdio.h>

static unsigned fine = 1.5;
static unsigned bad = -1.5;

int main(void) {
    printf("%u %u\n", fine, bad);
    return 0;
}
