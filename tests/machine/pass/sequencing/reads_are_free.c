// C11 6.5p2: any number of unordered reads of one object is fine, also next to calls that only read it
#include <stdio.h>

static int g = 7;
static int peek(void) { return g; }
static int peek2(const int *p) { return *p + g; }
static int keep(void) { g = g; return 0; }
int main(void) {
    printf("%d\n", g + g * g - g);
    printf("%d\n", peek() + g + peek2(&g));
    printf("%d %d %d\n", g, peek(), g);
    int a[2] = {g, peek()};
    printf("%d\n", a[0] + a[1] + a[a[0] - 7]);
    printf("%d\n", g + keep());
    int x = 2;
    printf("%d\n", x * x + (x ? x : -x) + (x, x));
    g = peek() + peek();
    g += peek();
    printf("%d\n", g);
    return 0;
}
