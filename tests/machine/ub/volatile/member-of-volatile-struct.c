// C11 6.7.3p6: A member of a volatile struct through a pointer to the plain struct.
// TRAPS: csmith 74: a volatile member reached through a pointer to a non-volatile aggregate
// rule: volatile-access
// line: 19
// output: 2

#include <stdio.h>

struct s {
    int a;
    int b;
};

static volatile struct s v = { 1, 2 };

int main(void) {
    struct s *p = (struct s *)&v;
    printf("%d\n", v.b);
    p->b += 1;
    return 0;
}
