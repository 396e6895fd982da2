// C11 6.4.4.1: -2147483648 is a negated long, 0x80000000 is unsigned
// choice: type-size
#include <limits.h>
#include <stdio.h>

int main(void) {
    printf("%zu %zu\n", sizeof(-2147483648), sizeof(-0x80000000));
    printf("%d\n", -2147483648 < 0);
    printf("%d\n", -0x80000000 < 0);
    printf("%d\n", 2147483648 > 0);
    printf("%ld\n", -2147483648);
    printf("%u\n", -0x80000000);
    printf("%d\n", -1 < 0x80000000);
    printf("%d\n", -1 < 2147483648);
    int i = -2147483648;
    printf("%d %d\n", i, i == INT_MIN);
    printf("%ld\n", -2147483648 - 1);
    return 0;
}
