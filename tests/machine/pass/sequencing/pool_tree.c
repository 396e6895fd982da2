// C11 6.5.2.2p10: a tree of 127 nodes from a pool: which element is which depends on order, and does not show

#include <stdio.h>

static struct node {
    struct node *l, *r;
} pool[128];
static int used;

static struct node *mk(struct node *l, struct node *r) {
    struct node *n = &pool[used++];
    n->l = l;
    n->r = r;
    return n;
}

static struct node *build(int depth) {
    return depth ? mk(build(depth - 1), build(depth - 1)) : 0;
}

static int count(struct node *n) {
    if (!n) {
        return 0;
    }
    int left = count(n->l);
    return 1 + left + count(n->r);
}

int main(void) {
    struct node *root = build(7);
    printf("%d\n", count(root));
    return 0;
}
