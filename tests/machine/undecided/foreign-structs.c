// C11 6.5p7: the members have the type of the object, but compilers take two structures for two objects
// line: 13
#include <stdio.h>

struct first {
    int x;
};
struct second {
    int y;
};
static int mix(struct first *a, struct second *b) {
    a->x = 1;
    b->y = 2;
    return a->x;
}
int main(void) {
    int both = 0;
    printf("%d\n", mix((struct first *)&both, (struct second *)&both));
    return 0;
}
