// C11 6.5.17p2, TRAPS: the comma operator orders its operands
#include <stdio.h>

int main(void) {
    int i = 0, x;
    i = (i = 1, 2);
    printf("%d\n", i);
    x = (i++, i) + 1;
    printf("%d %d\n", i, x);
    i = (i++, i);
    printf("%d\n", i);
    i = (i++, i++, i + 10);
    printf("%d\n", i);
    x = (i = 5, i *= i, i - 1);
    printf("%d %d\n", x, i);
    int a[3];
    for (i = 0; i < 3; a[i] = i * i, i++)
        ;
    printf("%d %d %d\n", a[0], a[1], a[2]);
    printf("%d\n", (x = 1, x++, x));
    int y = (1, 2, 3);
    printf("%d\n", y);
    return 0;
}
