// C11 6.3.1.3p2, 6.5.5p5: 256 converted to uint8_t is 0.
// rule: division-by-zero
// line: 10
// output: 256

#include <stdint.h>
#include <stdio.h>

static int divide(int n, uint8_t d) {
    return n / d;
}

int main(void) {
    int d = 256;
    printf("%d\n", d);
    printf("%d\n", divide(512, d));
    return 0;
}
