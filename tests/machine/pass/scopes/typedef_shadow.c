// C11 6.2.1p4: an ordinary identifier hides a typedef name, which changes how expressions parse
#include <stdio.h>

typedef int T;
typedef struct { int x; } P;
static int f(T T) { return T * 2; }
int main(void) {
    T a = 6, *p = &a;
    printf("%d %d\n", (T) + 1, (int)sizeof(T) == (int)sizeof a);
    {
        int T = 10;
        printf("%d %d\n", (T) + 1, T * *p);
        int r = (T)-*p * (T);
        a = T * 3, r++;
        printf("%d %d\n", r, a);
    }
    typedef P *Q;
    P v = {4};
    Q q = &v;
    {
        char P = 'P', Q[2] = {P, 0};
        printf("%s %d\n", Q, (int)sizeof(Q));
    }
    printf("%d %d\n", q->x, f(3));
    return 0;
}
