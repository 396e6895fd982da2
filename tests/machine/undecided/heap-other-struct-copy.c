// C11 6.5p7: an allocated struct is copied out as a different struct of the same layout
// line: 18
#include <stdio.h>
#include <stdlib.h>

struct first {
    int x, y;
};
struct second {
    int x, z;
};
int main(void) {
    struct first *a = malloc(sizeof *a);
    if (!a)
        return 1;
    a->x = 1;
    a->y = 2;
    struct second b = *(struct second *)a;
    printf("%d\n", b.x);
    free(a);
    return 0;
}
