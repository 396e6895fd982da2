// C11 6.5.8p5: two pointers moving toward each other inside one array
#include <stdio.h>

static void reverse(int *lo, int *hi) {
    while (lo < hi) {
        int t = *lo;
        *lo++ = *--hi;
        *hi = t;
    }
}
int main(void) {
    int a[9];
    for (int i = 0; i < 9; i++)
        a[i] = i * i;
    reverse(a, a + 9);
    for (int i = 0; i < 9; i++)
        printf("%d ", a[i]);
    reverse(a, a + 3);
    reverse(a + 3, a + 9);
    reverse(a, a);
    putchar('\n');
    for (int i = 0; i < 9; i++)
        printf("%d ", a[i]);
    putchar('\n');
    return 0;
}
