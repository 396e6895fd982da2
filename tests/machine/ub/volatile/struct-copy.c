// C11 6.7.3p6: A struct with a volatile member is copied through a pointer to the plain struct.
// TRAPS: csmith 74: a volatile member reached through a pointer to a non-volatile aggregate
// rule: volatile-access
// line: 19
// output: 2

#include <stdio.h>

struct s {
    int a;
    volatile int b;
};

static struct s v = { 1, 2 };

int main(void) {
    struct s *p = &v;
    printf("%d\n", p->b);
    struct s copy = *p;
    return copy.a;
}
