// C11 5.1.2.3p2, TRAPS: unordered reads of different volatile objects are defined
#include <stdio.h>

static volatile int a = 3, b = 4;
static volatile struct { short x, y; } s = {5, 6};
static volatile unsigned char arr[2] = {7, 8};
static int f(int p, int q) { return p * 10 + q; }
int main(void) {
    int r = a + b;
    printf("%d\n", r);
    r = s.x * s.y;
    printf("%d\n", r);
    printf("%d\n", f(a, b));
    r = arr[0] - arr[1];
    printf("%d\n", r);
    a = b;
    b = a + s.y;
    printf("%d %d\n", a, b);
    arr[0] = arr[1], arr[1] = (unsigned char)a;
    printf("%d %d\n", arr[0], arr[1]);
    return 0;
}
