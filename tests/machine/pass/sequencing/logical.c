// C11 6.5.13p4, 6.5.14p4, TRAPS: && and || are sequence points between their operands
#include <stdio.h>

int main(void) {
    int a = 1, i = 1, p[3] = {5, 6, 7}, *q = p;
    printf("%d ", a && a++);
    printf("%d\n", a);
    printf("%d ", i++ && i++);
    printf("%d\n", i);
    i = 0;
    printf("%d ", i++ || i++ || i++);
    printf("%d\n", i);
    printf("%d ", (i = 5) && i == 5 && (i += 1) && i == 6);
    printf("%d\n", i);
    while (q < p + 3 && *q++ != 6)
        ;
    printf("%d\n", (int)(q - p));
    int n = 0;
    n++ || (n = 10);
    printf("%d\n", n);
    a = 0;
    a++ && (a = 50);
    printf("%d\n", a);
    return 0;
}
