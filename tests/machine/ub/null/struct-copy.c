// C11 6.5.3.2p4: A whole struct is copied from a null pointer.
// rule: null-dereference
// line: 13
// output: 5

#include <stdio.h>

struct pair {
    int a, b;
};

static struct pair load(const struct pair *p) {
    struct pair r = *p;
    return r;
}

int main(void) {
    struct pair x = { 5, 6 };
    printf("%d\n", load(&x).a);
    printf("%d\n", load(0).a);
    return 0;
}
