// C11 6.5.3.2: pointers to pointers to pointers
#include <stdio.h>

int main(void) {
    int x = 1, y = 2;
    int *p = &x, *q = &y, **pp = &p, ***ppp = &pp;
    ***ppp = 10;
    printf("%d %d\n", x, **pp);
    *pp = q;
    printf("%d\n", *p);
    **ppp = &x;
    *ppp = &q;
    ***ppp += 5;
    printf("%d %d %d\n", x, y, *p);
    int **t = *ppp;
    printf("%d %d\n", t == &q, &**t == q);
    printf("%d\n", *&*&x);
    int *arr[3] = {&x, &y, p}, **a = arr;
    ++**a++;
    ++**a;
    printf("%d %d %d\n", x, y, *arr[2]);
    return 0;
}
