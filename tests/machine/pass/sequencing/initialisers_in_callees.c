// C11 6.5.2.2p10: Locals of callees are initialised in any order, and nobody can tell.

#include <stdio.h>

static int twice(const int *p) {
    int l[2] = {*p, 1};
    int *q = l;
    q[0] += q[1];
    return *q + l[0];
}

static int deep(int n) {
    int l = n;
    int *p = &l;
    return n ? deep(n - 1) + *p : *p;
}

int main(void) {
    int a = 3;
    int r = twice(&a) + deep(4) * twice(&a);
    for (int i = 0; i < 2; i++) {
        int l[3] = {i, r};
        int *p = l;
        r = p[0]++ + p[1];
    }
    printf("%d\n", r);
    return 0;
}
