// C11 6.3.2.1p3: sizeof takes an array with the storage class register, and structs that have one are copied
#include <stdio.h>

struct s {
    int a[2];
    int n;
};
static int twice(register int n) {
    return n + n;
}
int main(void) {
    register int a[3] = {1, 2, 3};
    register struct s s = {{1, 2}, 3}, t = s;
    register int i = 4;
    for (register int k = 0; k < 2; k++)
        i += twice(k);
    printf("%d %d %d %d\n", (int)(sizeof a / sizeof(int)), (int)sizeof s.a, t.n, i);
    return 0;
}
