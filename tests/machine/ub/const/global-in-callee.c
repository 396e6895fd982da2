// C11 6.7.3p6: The callee increments a const global.
// rule: const-write
// line: 12
// output: 1

#include <stdio.h>

static const long limit = 10;
static long count;

static void bump(const long *p) {
    ++*(long *)p;
}

int main(void) {
    bump(&count);
    printf("%ld\n", count);
    bump(&limit);
    return 0;
}
