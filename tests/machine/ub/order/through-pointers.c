// C11 6.5p2: Two pointers to the same object; an object changed through a pointer counts the same as by name.
// TRAPS: an object changed through a pointer counts the same as by name
// rule: unsequenced
// line: 10
// output: 5 6

#include <stdio.h>

static void set(int *p, int *q) {
    *p = (*q)++;
}

int main(void) {
    int x = 0, y = 5;
    set(&x, &y);
    printf("%d %d\n", x, y);
    set(&x, &x);
    printf("%d\n", x);
    return 0;
}
