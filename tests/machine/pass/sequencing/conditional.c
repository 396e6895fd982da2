// C11 6.5.15p4: ?: is a sequence point after its first operand
#include <stdio.h>

int main(void) {
    int i = 1;
    i++ ? i++ : i--;
    printf("%d\n", i);
    i = i++ ? i * 10 : -1;
    printf("%d\n", i);
    i = i-- ? 7 : 8;
    printf("%d\n", i);
    int x = (i = 0) ? 1 : i + 2;
    printf("%d %d\n", x, i);
    int a[2] = {3, 4};
    int k = 0;
    int v = k++ ? a[k] : a[k] * 2;
    printf("%d %d\n", v, k);
    printf("%d\n", k-- == 1 ? k == 0 ? 100 : 200 : 300);
    return 0;
}
