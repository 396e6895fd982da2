// C11 6.5p5: results that just reach the limits of int are no overflow
#include <limits.h>
#include <stdio.h>

int main(void) {
    int max = INT_MAX, min = INT_MIN, one = 1;
    printf("%d %d\n", max - one + one, min + one - one);
    printf("%d %d\n", max + min, min - -one);
    printf("%d %d\n", -max, -(min + 1));
    printf("%d\n", max - max - max - one);
    printf("%d\n", min / 2 * 2);
    printf("%d %d\n", 46340 * 46340, -46341 * 46340);
    printf("%d\n", 65536 * -32768);
    printf("%d\n", min * one);
    return 0;
}
