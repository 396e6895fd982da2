// C11 6.5.16p3, TRAPS: an assignment may read its target to compute the new value
#include <stdio.h>

int main(void) {
    int x = 1, a[3] = {0, 1, 2};
    x = x + 1;
    x = x * x + x;
    x = -x;
    x += x;
    x -= x / 2;
    printf("%d\n", x);
    a[a[0]] = 2;
    printf("%d\n", a[0]);
    a[a[1]] = a[a[1]] + a[1] * 10;
    printf("%d\n", a[1]);
    int *p = &x;
    *p = *p + x;
    x = *p - 1;
    printf("%d\n", x);
    x ^= x * 8;
    x = x & ~x | x;
    printf("%d\n", x);
    int i = 2;
    i = a[i];
    i = i ? i - 1 : i + 1;
    printf("%d\n", i);
    return 0;
}
