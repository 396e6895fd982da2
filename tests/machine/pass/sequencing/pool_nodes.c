// C11 6.5.2.2p10: which element of a pool is which depends on order, and does not show

#include <stdio.h>

static struct node {
    struct node *l, *r;
} pool[8];
static int used;

static struct node *mk(struct node *l, struct node *r) {
    struct node *n = &pool[used++];
    n->l = l;
    n->r = r;
    return n;
}

static int count(struct node *n) {
    if (!n) {
        return 0;
    }
    int left = count(n->l);
    return 1 + left + count(n->r);
}

int main(void) {
    struct node *root = mk(mk(0, 0), mk(0, 0));
    printf("%d\n", count(root));
    return 0;
}
