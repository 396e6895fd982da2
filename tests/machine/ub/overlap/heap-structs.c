// C11 6.5.16.1p3: Structs in allocated memory overlap when a record is moved by one word.
// rule: overlapping-assignment
// line: 14
// output: 1

#include <stdio.h>
#include <stdlib.h>

struct rec {
    int v[3];
};

static void move(struct rec *to, const struct rec *from) {
    *to = *from;
}

int main(void) {
    char *mem = malloc(2 * sizeof(struct rec));
    if (!mem) {
        return 1;
    }
    struct rec *r = (struct rec *)mem, first = { { 1, 2, 3 } };
    move(r, &first);
    printf("%d\n", r->v[0]);
    move((struct rec *)(mem + sizeof(int)), r);
    free(mem);
    return 0;
}
