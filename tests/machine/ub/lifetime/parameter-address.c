// C11 6.2.4p2: A parameter lives as long as the call; its address is stored in a struct of the caller.
// rule: indeterminate-pointer
// line: 20
// output: 8

#include <stdio.h>

struct box {
    const int *value;
};

static void put(struct box *b, int n) {
    b->value = &n;
    printf("%d\n", *b->value);
}

int main(void) {
    struct box b = { NULL };
    put(&b, 8);
    printf("%d\n", *b.value);
    return 0;
}
