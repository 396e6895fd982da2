// C11 7.2.1.1p2: a true assertion does nothing; its argument is evaluated once; it is a void expression
#include <assert.h>
#include <stdio.h>

static int calls;
static int ok(int x) { calls++; return x; }
int main(void) {
    assert(ok(1));
    assert(ok(5) == 5 && ok(6));
    int x = 3;
    assert((x++, x == 4));
    double d = 0.5;
    assert(d);
    const char *p = "s";
    assert(p);
    x > 0 ? assert(x) : (void)0;
    printf("%d %d\n", calls, x);
    return 0;
}
