/* Which element of the pool is which depends on order, in more combinations than are run. */
#include <stdio.h>

static struct node { struct node *l, *r; } pool[32];
static int used;

static struct node *mk(struct node *l, struct node *r)
{
    struct node *n = &pool[used++];
    n->l = l;
    n->r = r;
    return n;
}

static struct node *build(int depth)
{
    return depth ? mk(build(depth - 1), build(depth - 1)) : 0;
}

int main(void)
{
    printf("%d\n", build(4) >= pool);
    return 0;
}
