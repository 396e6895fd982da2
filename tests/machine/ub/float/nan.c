// C11 6.3.1.4p1: NaN has no integer part.
// rule: float-to-int
// line: 15
// output: 1

#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    uint64_t bits = 0x7ff8000000000000u;
    double nan;
    memcpy(&nan, &bits, sizeof nan);
    printf("%d\n", nan != nan);
    printf("%d\n", (int)nan);
    return 0;
}
