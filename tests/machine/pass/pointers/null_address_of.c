// C11 6.5.3.2p3: &*p is p and &p[0] is p + 0, without any access
#include <stdio.h>

struct S { int a[3]; };
int main(void) {
    int *n = NULL;
    int *q = &*n;
    printf("%d\n", q == NULL);
    int a[3] = {1, 2, 3};
    int *end = &a[3];
    printf("%d\n", &*end == a + 3);
    struct S s[2];
    int *e = &s[0].a[3];
    printf("%d\n", (int)(e - s[0].a));
    printf("%d\n", (int)(&s[2] - s));
    printf("%zu\n", sizeof *n / sizeof(int));
    printf("%zu\n", sizeof ((struct S *)0)->a / sizeof(int));
    return 0;
}
