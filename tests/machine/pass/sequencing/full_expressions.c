// C11 6.8p4: the end of a full expression, a declarator and an initialiser are sequence points
#include <stdio.h>

static int n;
static int next(void) { return ++n; }
int main(void) {
    int a = next(), b = next(), c = a + b;
    printf("%d %d %d\n", a, b, c);
    int x = 1, y = x++, z = x++;
    printf("%d %d %d\n", x, y, z);
    for (int i = next(), j = next(); i < 6; i++, j = next())
        printf("%d%d ", i, j);
    putchar('\n');
    if (n++ > 0 && next())
        printf("%d\n", n);
    switch (n++) {
    case 8: printf("eight %d\n", n); break;
    default: printf("other %d\n", n);
    }
    int k = 3;
    while (k--)
        printf("%d ", k);
    printf("%d\n", k);
    return 0;
}
