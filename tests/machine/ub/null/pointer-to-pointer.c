// C11 6.5.3.2p4: The inner pointer of a pointer to pointer is null; it was set through an alias.
// rule: null-dereference
// line: 15
// output: 7

#include <stdio.h>

int main(void) {
    int x = 7;
    int *p = &x;
    int **pp = &p;
    int ***ppp = &pp;
    printf("%d\n", **pp);
    **ppp = 0;
    printf("%d\n", **pp);
    return 0;
}
