// C11 6.2.4p8: The array in a struct returned by a call lives until the end of the full expression.
// rule: indeterminate-pointer
// line: 20
// output: 2

#include <stdio.h>

struct vec {
    int v[3];
};

static struct vec make(void) {
    struct vec r = { { 1, 2, 3 } };
    return r;
}

int main(void) {
    printf("%d\n", make().v[1]);
    int *p = make().v;
    printf("%d\n", p[1]);
    return 0;
}
