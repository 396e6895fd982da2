// C11 6.2.5p15: a compound assignment that leaves the values of both signs
// choice: char-sign
#include <stdio.h>

int main(void) {
    char c = 100;
    c += 100;
    printf("%d\n", c / 2);
    return 0;
}
