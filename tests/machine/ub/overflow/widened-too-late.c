// C11 6.3.1.8, 6.5p5: The product is computed in int; the assignment to int64_t widens too late.
// rule: signed-overflow
// line: 12
// output: 100000

#include <stdint.h>
#include <stdio.h>

int main(void) {
    int32_t width = 100000;
    printf("%d\n", (int)width);
    int64_t area = width * width;
    printf("%lld\n", (long long)area);
    return 0;
}
