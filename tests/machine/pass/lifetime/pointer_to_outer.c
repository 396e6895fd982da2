// C11 6.2.4p2: pointers to objects of enclosing blocks and of callers stay valid in inner calls
#include <stdio.h>

static int *max(int *a, int *b) { return *a > *b ? a : b; }
static void fill(int depth, int **chain) {
    int local = depth * 10;
    chain[depth] = &local;
    if (depth < 3)
        fill(depth + 1, chain);
    else {
        int s = 0;
        for (int i = 0; i <= 3; i++)
            s += *chain[i];
        printf("%d\n", s);
    }
    chain[depth] = 0;
}
int main(void) {
    int a = 3, b = 4, *p;
    {
        int c = 9;
        p = &c;
        *max(&a, p) += 1;
        p = &a;
        printf("%d\n", c);
    }
    *max(p, &b) = 100;
    printf("%d %d\n", a, b);
    int *chain[4];
    fill(0, chain);
    printf("%d\n", chain[0] == 0 && chain[3] == 0);
    return 0;
}
