// C11 6.5p6: A store of another type changes the effective type; reading the old type is then undefined.
// rule: effective-type
// line: 21
// output: 1
// output: 2.5

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *p = malloc(8);
    if (!p) {
        return 1;
    }
    long *l = p;
    double *d = p;
    *l = 1;
    printf("%ld\n", *l);
    *d = 2.5;
    printf("%.1f\n", *d);
    printf("%d\n", *l != 0);
    free(p);
    return 0;
}
