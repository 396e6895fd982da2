// C11 6.7.1p6: no part of an object declared register has an address
// rule: register-array
// line: 12
#include <stdio.h>

struct s {
    int n;
    int a[2];
};

static int last(register struct s s) {
    return s.n + s.a[1];
}
int main(void) {
    struct s s = {2, {3, 4}};
    printf("%d\n", last(s));
    return 0;
}
