// C11 6.5.5p5: ++ on an unsigned char wraps to zero, which is then the divisor.
// TRAPS: ++ on narrow types converts back
// rule: division-by-zero
// line: 14
// output: 1000

#include <stdio.h>

int main(void) {
    unsigned char d = 255;
    int n = 255000;
    printf("%d\n", n / d);
    d++;
    printf("%d\n", n / d);
    return 0;
}
