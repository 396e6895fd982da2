// C11 6.5.2.2p10: a variable that remembers the last fresh block tells the orders apart
// rule: order-dependent
// line: 20

#include <stdio.h>
#include <stdlib.h>

static int *last;

static int *make(void) {
    last = malloc(sizeof *last);
    return last;
}

static int is_last(int *a, int *b) {
    return a != NULL && b != NULL && a == last;
}

int main(void) {
    printf("%d\n", is_last(make(), make()));
    return 0;
}
