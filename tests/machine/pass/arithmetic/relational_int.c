// C11 6.5.8p6, 6.5.9p3: relational and equality operators yield an int of 0 or 1
// choice: type-size
#include <stdio.h>

int main(void) {
    long a = 5, b = 7;
    printf("%d %d %d %d %d %d\n", a < b, a > b, a <= b, a >= b, a == b, a != b);
    printf("%zu %zu\n", sizeof(a < b), sizeof(!a));
    printf("%d\n", 3 > 2 > 1);
    printf("%d\n", (a < b) + (a != b) * 10);
    printf("%d\n", -1 < 1u);
    printf("%d\n", -1L < 1u);
    printf("%d\n", (unsigned char)-1 > 0);
    printf("%d\n", (short)-1 < (unsigned short)1);
    printf("%d\n", -1LL < 1ul);
    printf("%d\n", (1 == 1) == (2 == 2));
    return 0;
}
