// C11 6.2.4p3: a static local is initialised once and keeps its value between calls
#include <stdio.h>

static int counter(void) {
    static int n = 10;
    return n++;
}
static int *slot(int reset) {
    static int store[2] = {1, 2};
    if (reset)
        store[0] = store[1] = 0;
    return store;
}
static unsigned rnd(void) {
    static unsigned s = 12345;
    s = s * 1664525u + 1013904223u;
    return s >> 16;
}
static int deep(int n) {
    static int depth;
    depth++;
    if (n)
        deep(n - 1);
    return depth;
}
int main(void) {
    printf("%d ", counter());
    printf("%d ", counter());
    printf("%d\n", counter());
    slot(0)[1] = 50;
    printf("%d %d\n", slot(0)[0], slot(0)[1]);
    printf("%d\n", slot(1)[1]);
    for (int i = 0; i < 4; i++)
        printf("%u ", rnd());
    putchar('\n');
    printf("%d ", deep(4));
    printf("%d\n", deep(2));
    return 0;
}
