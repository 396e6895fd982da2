// C11 6.3.1.8: comparisons between integers and floating values happen in the floating type
#include <limits.h>
#include <stdio.h>

int main(void) {
    printf("%d %d\n", 16777217 == 16777216.0f, 16777217 == 16777216.0);
    printf("%d\n", LONG_MAX == 9223372036854775808.0);
    printf("%d %d\n", -1 < 0.5, 1u > -1.0);
    printf("%d\n", 0.1f < 0.1);
    double a[] = {3.5, -1, 0, 2.25, 1e10, -1e-10};
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5 - i; j++)
            if (a[j] > a[j + 1]) {
                double t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i < 6; i++)
        printf("%g ", a[i]);
    putchar('\n');
    int n = 0;
    for (double x = 0; x != 1; x += 0.125)
        n++;
    printf("%d\n", n);
    return 0;
}
