// C11 6.5 note 85: the grammar decides what belongs to which operator
#include <stdio.h>

int main(void) {
    int a = 2, b = 3, c = 4;
    printf("%d\n", a + b * c);
    printf("%d\n", a - b - c);
    printf("%d\n", a << b + 1);
    printf("%d\n", a < b == c > b);
    printf("%d\n", a & b == 3);
    printf("%d\n", !a + b);
    printf("%d\n", -a * -b);
    printf("%d\n", a ? b : c ? 5 : 6);
    printf("%d\n", (a = b, c));
    printf("%d\n", a = b == 3);
    printf("%d\n", 100 / 7 * 7 % 10);
    printf("%d\n", 1 || 0 && 0);
    int x, y;
    x = y = 9;
    x -= y -= 4;
    printf("%d %d\n", x, y);
    int arr[] = {10, 20, 30}, *p = arr;
    printf("%d ", *p++);
    printf("%d ", ++*p);
    printf("%d ", (*p)++ * 2);
    printf("%d\n", *p--);
    printf("%d\n", *p);
    return 0;
}
