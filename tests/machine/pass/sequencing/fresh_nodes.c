// C11 6.5.2.2p10: which of two fresh blocks is which cannot be told

#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *l, *r;
    int value;
};

static int made;

static struct node *mk(struct node *l, struct node *r) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) {
        abort();
    }
    made++;
    n->l = l;
    n->r = r;
    n->value = 1 + (l ? l->value : 0) + (r ? r->value : 0);
    return n;
}

static struct node *build(int depth) {
    return depth == 0 ? NULL : mk(build(depth - 1), build(depth - 1));
}

int main(void) {
    struct node *small = mk(mk(0, 0), mk(0, 0));
    struct node *large = build(5);
    printf("%d %d %d\n", small->value, large->value, made);
    return 0;
}
