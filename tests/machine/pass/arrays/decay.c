// C11 6.3.2.1p3: arrays decay except as operands of sizeof and & and as string initialisers
// choice: type-size
#include <stdio.h>

static size_t inside(int p[10]) { return sizeof p; }
static int sum(int (*p)[3]) { return (*p)[0] + p[0][1] + *(*p + 2); }
int main(void) {
    int a[3] = {1, 2, 3};
    int *p = a;
    printf("%d %d %d\n", p == &a[0], (void *)&a == (void *)a, *a);
    printf("%zu %zu %zu %zu\n", sizeof a, sizeof p, sizeof &a, sizeof *a);
    printf("%zu %d\n", inside(a), sum(&a));
    printf("%zu %zu\n", sizeof "hello", sizeof(a + 0));
    char s[] = "abc", t[10] = "abc";
    printf("%zu %zu\n", sizeof s, sizeof t);
    printf("%d %d\n", 2[a], a[2]);
    printf("%c\n", "hello"[1]);
    printf("%c\n", *("hello" + 4));
    return 0;
}
