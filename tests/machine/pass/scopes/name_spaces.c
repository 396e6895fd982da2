// C11 6.2.3: labels, tags, members and ordinary names live apart
#include <stdio.h>

struct a { int a; };
union u { int a; char b; };
enum e { f = 4 };
static int g(struct a a) { return a.a; }
int main(void) {
    struct a a = {5};
    typedef int t;
    t f = 6;
    int n = 0;
    {
        int t = 3;
        f += t;
        n = t * 2;
    }
a:
    if (n++ < 8)
        goto a;
    union u u = {.b = 'q'};
    printf("%d %d %d %c %d\n", g(a), f, n, u.b, (int)sizeof(t) == (int)sizeof(int));
    return 0;
}
