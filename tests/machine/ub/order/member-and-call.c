// C11 6.5.2.2p10: The call changes the pointer through which its value is stored.
// TRAPS: p->f = g() where g changes p
// rule: order-dependent
// line: 23
// output: 0

#include <stdio.h>

struct s {
    int f;
};

static struct s a, b;
static struct s *p = &a;

static int g(void) {
    p = &b;
    return 3;
}

int main(void) {
    printf("%d\n", p->f);
    p->f = g();
    printf("%d %d\n", a.f, b.f);
    return 0;
}
