// C11 6.5.16.1p3: A narrower member is assigned from the wider one that it overlaps.
// TRAPS: assignment between overlapping but not identical union members is undefined
// rule: overlapping-assignment
// line: 18
// output: 300

#include <stdio.h>

union u {
    unsigned char c;
    int i;
};

int main(void) {
    union u u;
    u.i = 300;
    printf("%d\n", u.i);
    u.c = u.i;
    printf("%d\n", u.c);
    return 0;
}
