// C11 6.5.2.2p10: calls that count themselves and nothing else come to the same in every order (TRAPS)

#include <stdio.h>

static int cnt;
static unsigned char flags;

static int f(void) {
    cnt++;
    return 1;
}

static int six(int a, int b, int c, int d, int e, int g) {
    return a + 2 * b + 4 * c + 8 * d + 16 * e + 32 * g;
}

static int cmp(int a, int b) {
    cnt += 2;
    flags |= 1 << (a & 3);
    return (a > b) - (a < b);
}

int main(void) {
    int three = f() + f() + f();
    printf("%d %d\n", three, cnt);
    printf("%d\n", six(f(), f(), f(), f(), f(), f()));
    int r = cmp(1, 2) + cmp(2, 3) * cmp(3, 4);
    printf("%d %d %d\n", r, cnt, flags);
    return 0;
}
