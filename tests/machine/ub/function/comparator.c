// C11 6.7.6.3p15: A comparator of int pointers is called as one of void pointers.
// rule: wrong-function-type
// line: 13
// output: -1

#include <stdio.h>

static int compare(const int *a, const int *b) {
    return (*a > *b) - (*a < *b);
}

static int apply(const void *a, const void *b, int (*f)(const void *, const void *)) {
    return f(a, b);
}

int main(void) {
    int x = 1, y = 2;
    printf("%d\n", compare(&x, &y));
    printf("%d\n", apply(&x, &y, (int (*)(const void *, const void *))compare));
    return 0;
}
