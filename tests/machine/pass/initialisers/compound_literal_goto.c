// C11 6.5.2.5p16: a compound literal in a block that is not left is one object, initialised anew each time
#include <stdio.h>

struct s { int i; };
static int f(void) {
    struct s *p = 0, *q;
    int j = 0;
again:
    q = p, p = &((struct s){j++});
    if (j < 2)
        goto again;
    return p == q && q->i == 1;
}
int main(void) {
    printf("%d\n", f());
    int out[3];
    for (int i = 0; i < 3; i++) {
        int *p = (int[2]){i};
        p[1] += 10 * i;
        p[0]++;
        out[i] = p[0] + p[1];
    }
    printf("%d %d %d\n", out[0], out[1], out[2]);
    return 0;
}
