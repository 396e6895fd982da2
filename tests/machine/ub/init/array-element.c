// C11 6.3.2.1p2: The last element of a local array was not set.
// rule: uninitialised-read
// line: 11
// output: 6

#include <stdio.h>

static int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
    }
    return s;
}

int main(void) {
    int a[4];
    for (int i = 0; i < 3; i++) {
        a[i] = i + 1;
    }
    printf("%d\n", sum(a, 3));
    printf("%d\n", sum(a, 4));
    return 0;
}
