// C11 6.5.3.1p2: ++ on _Bool sets it to 1 and -- flips it, because b -= 1 converts back
#include <stdio.h>

int main(void) {
    _Bool b = 0;
    b++;
    printf("%d\n", b);
    b++;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    b--;
    printf("%d\n", b);
    int old = b--;
    printf("%d %d\n", old, b);
    old = ++b;
    printf("%d %d\n", old, b);
    b += 41;
    printf("%d\n", b);
    b *= 0;
    printf("%d\n", b);
    b |= 4;
    printf("%d\n", b);
    b ^= 1;
    printf("%d\n", b);
    b = ~b;
    printf("%d\n", b);
    b <<= 3;
    printf("%d\n", b);
    return 0;
}
