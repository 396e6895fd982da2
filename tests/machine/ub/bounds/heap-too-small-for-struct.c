// C11 6.5.2.3p4: The allocation is too small for the member that is stored.
// rule: out-of-bounds
// line: 20
// output: 1

#include <stdio.h>
#include <stdlib.h>

struct pair {
    int a, b;
};

int main(void) {
    struct pair *p = malloc(sizeof(int));
    if (!p) {
        return 1;
    }
    p->a = 1;
    printf("%d\n", p->a);
    p->b = 2;
    free(p);
    return 0;
}
