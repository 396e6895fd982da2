// C11 6.5.6p8: an index may be negative as long as the element is inside the array
#include <stdio.h>

int main(void) {
    int a[7] = {10, 11, 12, 13, 14, 15, 16};
    int *m = a + 3;
    for (int i = -3; i <= 3; i++)
        printf("%d ", m[i]);
    putchar('\n');
    int *e = a + 7;
    printf("%d %d\n", e[-1], e[-7]);
    printf("%d\n", (-2)[m]);
    m -= 2;
    m += 5;
    printf("%d %d\n", *m, (int)(m - a));
    long off = -6;
    printf("%d\n", *(m + off));
    signed char c = -1;
    printf("%d\n", m[c]);
    const char *s = "hello" + 5;
    while (s[-1] != 'h')
        putchar(*--s);
    putchar('\n');
    return 0;
}
