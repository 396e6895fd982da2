// C11 6.7.3p9: The elements of a const array are const.
// rule: const-write
// line: 10
// output: 2

#include <stdio.h>

static void scale(int *a, int n) {
    for (int i = 0; i < n; i++) {
        a[i] *= 2;
    }
}

int main(void) {
    static const int fixed[2] = { 1, 2 };
    int free_to_change[2] = { 1, 2 };
    scale(free_to_change, 2);
    printf("%d\n", free_to_change[0]);
    scale((int *)fixed, 2);
    return 0;
}
