// C11 6.7.9p23: One initialiser reads what the other modifies.
// rule: order-dependent
// line: 15
// output: 3

#include <stdio.h>

struct range {
    int from, to;
};

int main(void) {
    int at = 3;
    printf("%d\n", at);
    struct range r = { at, at += 4 };
    printf("%d %d\n", r.from, r.to);
    return 0;
}
