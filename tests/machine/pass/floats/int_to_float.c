// C11 6.3.1.4p2: integers that a floating type cannot hold round to nearest, ties to even
#include <limits.h>
#include <stdio.h>

int main(void) {
    printf("%.1f %.1f %.1f\n", (float)16777217, (float)16777219, (float)-16777217);
    printf("%.1f %.1f\n", (float)INT_MAX, (float)UINT_MAX);
    long l = 9007199254740993;
    printf("%.1f %.1f\n", (double)l, (double)(l + 2));
    printf("%.1f\n", (double)LONG_MAX);
    unsigned long u = ULONG_MAX;
    printf("%.1f %.1f\n", (double)u, (double)(u / 2 + 1));
    printf("%.1f\n", (double)(1ul << 63 | 1025));
    printf("%.1f %.1f\n", (float)u, (float)(1ul << 40 | 1));
    unsigned char c = 255;
    short s = -3;
    _Bool b = 7;
    printf("%.1f %.1f %.1f\n", c + 0.5, s * 0.5f, b + 0.0);
    float f = 33554433;
    printf("%.1f %d\n", f, f == 33554433);
    return 0;
}
