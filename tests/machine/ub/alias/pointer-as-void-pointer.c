// C11 6.5p7: int * and void * are different types; a pointer object of one is not to be accessed as the other.
// rule: effective-type
// line: 9
// output: 1

#include <stdio.h>

static void clear(void **p) {
    *p = NULL;
}

int main(void) {
    int x = 1;
    int *p = &x;
    void *v = &x;
    clear(&v);
    printf("%d\n", *p);
    clear((void **)&p);
    return 0;
}
