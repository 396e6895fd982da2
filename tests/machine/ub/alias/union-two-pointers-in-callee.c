// C11 6.5p7: The callee may assume that pointers to different types do not alias.
// TRAPS: csmith 46, 102: two pointers to different members of one union break the aliasing rules
// rule: union-member
// line: 16
// output: 1

#include <stdio.h>

union u {
    long l;
    double d;
};

static long test(long *l, double *d) {
    *l = 1;
    return *d = 2.0, *l;
}

int main(void) {
    union u a, b;
    printf("%ld\n", test(&a.l, &b.d));
    printf("%ld\n", test(&a.l, &a.d));
    return 0;
}
