// C11 7.22.3: a binary search tree built, walked and freed
#include <stdio.h>
#include <stdlib.h>

struct T { int key; struct T *kid[2]; };
static void insert(struct T **t, int key) {
    while (*t)
        t = &(*t)->kid[key > (*t)->key];
    *t = malloc(sizeof **t);
    **t = (struct T){key, {NULL, NULL}};
}
static int depth(const struct T *t) {
    if (!t)
        return 0;
    int l = depth(t->kid[0]), r = depth(t->kid[1]);
    return 1 + (l > r ? l : r);
}
static void walk(const struct T *t) {
    if (!t)
        return;
    walk(t->kid[0]);
    printf("%d ", t->key);
    walk(t->kid[1]);
}
static void destroy(struct T *t) {
    if (t) {
        destroy(t->kid[0]);
        destroy(t->kid[1]);
        free(t);
    }
}
int main(void) {
    struct T *root = NULL;
    unsigned s = 7;
    for (int i = 0; i < 20; i++) {
        s = s * 1103515245u + 12345u;
        insert(&root, (int)(s >> 16) % 100);
    }
    walk(root);
    printf("| %d\n", depth(root));
    destroy(root);
    return 0;
}
