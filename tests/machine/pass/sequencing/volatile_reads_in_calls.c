// C11 6.5.2.2p10: reads of a volatile object inside calls have some order, and without writes every order looks the same
#include <stdio.h>

static int *volatile where;
static int cell[2] = {3, 4};

static int peek(int i) { return where[i]; }
static int twice(int x) { return peek(0) + x; }

int main(void) {
    where = cell;
    printf("%d\n", peek(0) + peek(1) * twice(peek(1)));
    where[1] = twice(peek(0));
    printf("%d\n", where[1] + twice(1));
    return 0;
}
