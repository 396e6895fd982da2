// C11 6.7.3.1p4: restrict pointers to different objects, or to one that nobody modifies

#include <stdio.h>

static void add(int n, int *restrict to, const int *restrict from) {
    for (int i = 0; i < n; i++) {
        to[i] += from[i];
    }
}

static int dot(int n, const int *restrict a, const int *restrict b) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    return sum;
}

int main(void) {
    int x[3] = { 1, 2, 3 }, y[3] = { 10, 20, 30 };
    add(3, x, y);
    printf("%d %d\n", dot(3, x, x), dot(2, x, x + 1));
    return 0;
}
