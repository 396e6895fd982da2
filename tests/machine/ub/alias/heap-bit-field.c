// C11 6.5p7: an allocated float is read as a bit-field
// rule: effective-type
// line: 15
#include <stdio.h>
#include <stdlib.h>

struct bits {
    unsigned a : 8, b : 24;
};
int main(void) {
    void *p = malloc(sizeof(struct bits));
    if (!p)
        return 1;
    *(float *)p = 1.0f;
    printf("%u\n", (unsigned)((struct bits *)p)->a);
    free(p);
    return 0;
}
