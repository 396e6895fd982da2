// C11 6.2.5p15: a floating value as plain char
// choice: char-sign
#include <stdio.h>

int main(void) {
    double d = -5.0;
    printf("%d\n", (char)d);
    return 0;
}
