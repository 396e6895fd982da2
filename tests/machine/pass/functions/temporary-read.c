// C11 6.2.4p8: a temporary can be read until the full expression ends
#include <stdio.h>

struct s {
    int a[3];
};
static struct s f(int x) {
    struct s s = {{x, x + 1, x + 2}};
    return s;
}
static int sum(const int *p) {
    return p[0] + p[1] + p[2];
}
int main(void) {
    printf("%d %d\n", f(1).a[1], sum(f(5).a));
    struct s copy = f(7);
    copy.a[0] = 1;
    printf("%d\n", sum(copy.a));
    return 0;
}
