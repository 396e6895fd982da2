// C11 6.5.7p5: right shift of a negative value is arithmetic on every supported compiler
// choice: arithmetic-right-shift
#include <limits.h>
#include <stdio.h>

int main(void) {
    int i = -8;
    printf("%d %d %d %d\n", i >> 1, i >> 3, i >> 4, i >> 31);
    long l = LONG_MIN;
    printf("%ld %ld\n", l >> 1, l >> 63);
    signed char c = -128;
    printf("%d %d\n", c >> 3, c >> 20);
    short s = -3;
    s >>= 1;
    printf("%d\n", s);
    printf("%d\n", -1 >> 0);
    printf("%d\n", INT_MIN >> 31);
    return 0;
}
