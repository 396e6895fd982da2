// C11 6.3.2.3p3: null pointer constants of every form compare equal to each other and to no object
#include <stdio.h>

int main(void) {
    int x = 1;
    int *p = 0;
    void *v = (void *)0;
    char *c = NULL;
    int (*f)(void) = 0;
    int (*m)(void) = main;
    printf("%d %d %d %d\n", p == 0, v == 0, c == 0, f == 0);
    printf("%d %d\n", p == v, (void *)p == (void *)c);
    p = &x;
    printf("%d %d %d\n", p == 0, !p, p != NULL);
    printf("%d %d\n", !!p, !!m);
    _Bool b = p;
    _Bool b0 = c;
    printf("%d %d\n", b, b0);
    if (p && !c && m)
        puts("yes");
    p = 1 - 1;
    printf("%d\n", p == 0);
    return 0;
}
