// C11 6.7.9p4: automatic aggregates may be initialised with any expressions; unordered ones must not interfere
#include <stdio.h>

static int sq(int x) { return x * x; }
int main(void) {
    int n = 4;
    int a[3] = {n, sq(n), n > 3 ? 1 : 0};
    struct { int x; int *p; double d; } s = {n + 1, &n, n / 8.0}, t = s;
    printf("%d %d %d\n", a[0], a[1], a[2]);
    printf("%d %d %.2f\n", s.x, *t.p, t.d);
    for (int i = 0; i < 3; i++) {
        int b[2] = {i, i * 10};
        int c = b[1];
        b[0] += 100;
        printf("%d %d\n", b[0], c);
    }
    int x = 5, y = x + 1, z = x * y;
    printf("%d %d\n", y, z);
    int self = sizeof self;
    printf("%d\n", self == sizeof(int));
    return 0;
}
