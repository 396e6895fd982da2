// C11 6.5.16.1p3: The value stored in a member is read from another, overlapping inexactly.
// TRAPS: assignment between overlapping but not identical union members is undefined
// rule: overlapping-assignment
// line: 18
// output: 3

#include <stdio.h>

union u {
    short s;
    long l;
};

int main(void) {
    union u u;
    u.s = 3;
    printf("%d\n", u.s);
    u.l = u.s;
    printf("%ld\n", u.l);
    return 0;
}
