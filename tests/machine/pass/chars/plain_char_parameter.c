// C11 6.2.5p15: the sign of plain char shows in a parameter that is never in memory
// choice: char-sign
#include <stdio.h>

static int negative(char c) { return c < 0; }

int main(void) {
    char c = -86;
    printf("%d\n", negative(c));
    return 0;
}
