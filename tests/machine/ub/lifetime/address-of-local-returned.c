// C11 6.2.4p2: The address of a local variable is received from a call that ended its lifetime.
// rule: indeterminate-pointer
// line: 16
// output: called

#include <stdio.h>

static int *local(void) {
    int x = 1;
    int *p = &x;
    puts("called");
    return p;
}

int main(void) {
    int *q = local();
    return q == NULL;
}
