// C11 6.5p7: an allocated object stored as a member of one struct, read as the same member of another
// line: 14
#include <stdio.h>
#include <stdlib.h>

struct first {
    int x, y;
};
struct second {
    int x, z;
};
static int mix(struct first *a, struct second *b) {
    a->x = 1, b->x = 2;
    return a->x;
}
int main(void) {
    void *p = malloc(sizeof(struct first));
    if (!p)
        return 1;
    printf("%d\n", mix(p, p));
    free(p);
    return 0;
}
