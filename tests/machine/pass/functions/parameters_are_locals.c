// C11 6.9.1p9: parameters are objects of the callee; changing them does not change the arguments
#include <stdio.h>

static int sum_to(int n) {
    int s = 0;
    while (n > 0)
        s += n--;
    return s;
}
static const char *skip(const char *s) {
    while (*s == ' ')
        s++;
    return s;
}
static void arr(int a[2]) {
    a[0]++;
    a = 0;
}
static int addr(int x) {
    int *p = &x;
    *p *= 2;
    return x;
}
static int konst(const int k) { return k + 1; }
int main(void) {
    int n = 10, a[2] = {1, 2};
    const char *s = "   text";
    printf("%d %d\n", sum_to(n), n);
    printf("%s [%s]\n", skip(s), s);
    arr(a);
    printf("%d %d\n", a[0], a[1]);
    printf("%d %d\n", addr(n), n);
    printf("%d\n", konst(n));
    return 0;
}
