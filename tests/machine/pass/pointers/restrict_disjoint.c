// C11 6.7.3.1: restrict pointers to disjoint parts of one array, and to the same unmodified object
#include <stdio.h>

static void axpy(int n, int *restrict y, const int *restrict x, int a) {
    for (int i = 0; i < n; i++)
        y[i] += a * x[i];
}
static int dot(int n, const int *restrict p, const int *restrict q) {
    int s = 0;
    while (n--)
        s += *p++ * *q++;
    return s;
}
int main(void) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    axpy(4, a, a + 4, 10);
    for (int i = 0; i < 8; i++)
        printf("%d ", a[i]);
    printf("\n%d %d\n", dot(4, a, a + 4), dot(8, a, a));
    return 0;
}
