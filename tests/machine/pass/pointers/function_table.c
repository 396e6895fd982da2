// C11 6.5.2.2: tables of function pointers, called in every notation
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int op(int, int);
struct Op { char sym; op *f; };
static const struct Op ops[] = {{'+', add}, {'-', &sub}, {'*', *mul}};
static op *pick(char c) {
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
        if (ops[i].sym == c)
            return ops[i].f;
    return 0;
}
int main(void) {
    int (*t[3])(int, int) = {add, sub, mul};
    for (int i = 0; i < 3; i++)
        printf("%d %d %d\n", t[i](7, 3), (*t[i])(3, 7), (***ops[i].f)(2, 2));
    printf("%d %d\n", pick('*')(6, 7), pick('?') == 0);
    printf("%d %d\n", pick('+') == add, pick('-') != mul);
    op *f = pick('-') ? pick('-') : add;
    printf("%d\n", f(f(10, 1), 2));
    return 0;
}
