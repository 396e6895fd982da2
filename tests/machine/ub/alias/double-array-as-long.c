// C11 6.5p7: The bits of array elements are looked at as integers.
// rule: effective-type
// line: 14
// output: 2

#include <stdio.h>

static int zeros(void *p, int n, int as_double) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        if (as_double) {
            count += ((double *)p)[i] == 0;
        } else {
            count += ((long *)p)[i] == 0;
        }
    }
    return count;
}

int main(void) {
    double a[3] = { 0, 1, 0 };
    printf("%d\n", zeros(a, 3, 1));
    printf("%d\n", zeros(a, 3, 0));
    return 0;
}
