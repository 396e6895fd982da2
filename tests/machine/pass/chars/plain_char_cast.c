// C11 6.2.5p15: a cast to plain char, the value of which is used at once
// choice: char-sign
#include <stdio.h>

int main(void) {
    int i = 200;
    printf("%d %d\n", (char)i, (char)i > 100);
    return 0;
}
