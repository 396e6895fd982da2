// C11 6.8.6.1: goto enters the body of a loop behind a declaration; the callee reads the variable.
// rule: initialiser-skipped
// line: 9
// output: 2

#include <stdio.h>

static int get(const int *p) {
    return *p;
}

int main(void) {
    int n = 1, two = 2;
    printf("%d\n", get(&two));
    goto middle;
    while (n > 0) {
        int scale = 10;
    middle:
        n = n * get(&scale);
        n -= 20;
    }
    return 0;
}
