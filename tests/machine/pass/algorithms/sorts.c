// C11 6.5.2.1: quick, insertion, heap and shell sort agree
#include <stdio.h>

static void insertion(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int v = a[i], j = i;
        for (; j > 0 && a[j - 1] > v; j--)
            a[j] = a[j - 1];
        a[j] = v;
    }
}
static void quick(int *lo, int *hi) {
    if (hi - lo < 2)
        return;
    int pivot = lo[(hi - lo) / 2], *i = lo, *j = hi - 1;
    for (;; i++, j--) {
        while (*i < pivot) i++;
        while (*j > pivot) j--;
        if (i >= j)
            break;
        int t = *i; *i = *j; *j = t;
    }
    quick(lo, i);
    quick(j + 1, hi);
}
static void sift(int *a, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && a[c + 1] > a[c]) c++;
        if (a[i] >= a[c]) return;
        int t = a[i]; a[i] = a[c]; a[c] = t;
    }
}
static void heap(int *a, int n) {
    for (int i = n / 2; i-- > 0;)
        sift(a, i, n);
    while (n-- > 1) {
        int t = a[0]; a[0] = a[n]; a[n] = t;
        sift(a, 0, n);
    }
}
int main(void) {
    int a[50], b[50], c[50];
    unsigned s = 3;
    for (int i = 0; i < 50; i++) {
        s = s * 1103515245u + 12345u;
        a[i] = b[i] = c[i] = (int)(s >> 16 & 0xff) - 100;
    }
    insertion(a, 50);
    quick(b, b + 50);
    heap(c, 50);
    int same = 1;
    for (int i = 0; i < 50; i++)
        same &= a[i] == b[i] && b[i] == c[i];
    printf("%d %d %d %d\n", same, a[0], a[25], a[49]);
    return 0;
}
