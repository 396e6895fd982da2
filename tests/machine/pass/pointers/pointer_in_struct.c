// C11 6.5.2.3: pointers kept in structs, arrays and through several owners
#include <stdio.h>

struct Node { int v; struct Node *l, *r, **self; };
int main(void) {
    struct Node n[3] = {{1, 0, 0, 0}, {2, 0, 0, 0}, {3, 0, 0, 0}};
    struct Node *root = &n[0];
    n[0].l = &n[1];
    n[0].r = &n[2];
    n[1].self = &n[0].l;
    n[2].self = &root->r;
    printf("%d %d\n", root->l->v, root->r->v);
    *n[1].self = &n[2];
    printf("%d %d\n", root->l->v, (*n[2].self)->v);
    root->l = root->r = &n[1];
    root->l->v += root->r->v;
    printf("%d\n", n[1].v);
    struct Node copy = *root;
    copy.l->v = 99;
    printf("%d %d\n", n[1].v, copy.v);
    (&copy)->v = (*root).v + 1;
    printf("%d\n", copy.v);
    return 0;
}
