// C11 6.5.2.2p10, TRAPS: calls that both change one counter are fine where the result does not depend on the order
#include <stdio.h>

static int n;
static int tick(void) { n++; return 1; }
static int tock(void) { n += 10; return 2; }
static int next(void) { return ++n; }
static void set(int *p, int v) { *p |= v; }
static int flags;
static int mark(int bit) { set(&flags, 1 << bit); return bit; }
int main(void) {
    printf("%d ", tick() + tock());
    printf("%d\n", n);
    printf("%d ", next() + next());
    printf("%d\n", n);
    printf("%d ", next() * next());
    printf("%d\n", n);
    printf("%d %d %d ", tick(), tock(), tick());
    printf("%d\n", n);
    printf("%d ", mark(1) + mark(3));
    printf("%x\n", (unsigned)flags);
    int a[3] = {tick(), tick(), tock()};
    printf("%d %d\n", a[2], n);
    printf("%d\n", (next() ^ next()) != 0);
    return 0;
}
