// C11 6.5.16.1p3: Two structs of one type overlap by half inside a union.
// TRAPS: assignment between overlapping but not identical union members is undefined
// rule: overlapping-assignment
// line: 26
// output: 1 2

#include <stdio.h>

struct pair {
    int a, b;
};

union u {
    struct pair low;
    struct {
        int skip;
        struct pair high;
    } shifted;
};

int main(void) {
    union u u;
    struct pair p = { 1, 2 };
    u.low = p;
    printf("%d %d\n", u.low.a, u.low.b);
    u.shifted.high = u.low;
    return 0;
}
