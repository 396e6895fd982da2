// C11 6.2.5p15: counting past 127 in a plain char
// choice: char-sign
#include <stdio.h>

int main(void) {
    char c = 127;
    c++;
    printf("%d\n", c < 0);
    return 0;
}
