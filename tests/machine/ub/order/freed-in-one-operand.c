// C11 6.2.4p2, 6.5.2.2p10: one call frees what the other reads; the order in which it does so first is undefined
// rule: indeterminate-pointer
// line: 10

#include <stdlib.h>

static int *p;

static int get(void) {
    return *p;
}
static int drop(void) {
    free(p);
    return 0;
}

int main(void) {
    p = malloc(sizeof *p);
    if (p == NULL) return 1;
    *p = 3;
    // In the usual order all is well.
    int r = get() + drop();
    return r == 0;
}
