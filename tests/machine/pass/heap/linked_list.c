// C11 7.22.3: a list of allocated nodes, reversed, filtered and freed
#include <stdio.h>
#include <stdlib.h>

struct N { int v; struct N *next; };
static struct N *push(struct N *l, int v) {
    struct N *n = malloc(sizeof *n);
    n->v = v;
    n->next = l;
    return n;
}
static struct N *reverse(struct N *l) {
    struct N *r = NULL;
    while (l) {
        struct N *next = l->next;
        l->next = r;
        r = l;
        l = next;
    }
    return r;
}
static void drop_even(struct N **pp) {
    while (*pp) {
        struct N *n = *pp;
        if (n->v % 2 == 0) {
            *pp = n->next;
            free(n);
        } else
            pp = &n->next;
    }
}
int main(void) {
    struct N *l = NULL;
    for (int i = 0; i < 10; i++)
        l = push(l, i * i + i / 2);
    l = reverse(l);
    drop_even(&l);
    for (struct N *p = l; p; p = p->next)
        printf("%d ", p->v);
    putchar('\n');
    while (l) {
        struct N *n = l;
        l = l->next;
        free(n);
    }
    printf("%d\n", l == NULL);
    return 0;
}
