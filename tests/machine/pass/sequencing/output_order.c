// C11 6.5.13, 6.5.17: calls that print are ordered by &&, || , comma, ?: and statements
#include <stdio.h>

static int p(int x) { printf("%d ", x); return x; }
int main(void) {
    int r = (p(1), p(2)) + 0;
    r += p(3) && p(0) && p(9);
    r += p(4) || p(5);
    r += p(0) ? p(6) : p(7);
    printf("| %d\n", r);
    r = p(p(p(1) + 1) + 1);
    printf("| %d\n", r);
    for (p(10); r < 5; p(r))
        r++;
    putchar('\n');
    int a = p(1), b = p(2);
    printf("| %d\n", a * 10 + b);
    p(1) && puts("x");
    return 0;
}
