// C11 6.5.2.3p4: The allocation is too small for the struct whose member is stored, though not for the member.
// rule: out-of-bounds
// line: 18
// output: start

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
    puts("start"); p->a = 1;
    printf("%d\n", p->a);
    p->b = 2;
    free(p);
    return 0;
}
