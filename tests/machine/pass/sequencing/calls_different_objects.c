// C11 6.5.2.2p10: unordered calls that touch different objects give the same result in every order
#include <stdio.h>

static int a, b;
static int inca(void) { return ++a; }
static int incb(void) { return b += 2; }
static int three(int x, int y, int z) { return x * 100 + y * 10 + z; }
static int pure(int x) { return x * 2; }
int main(void) {
    printf("%d\n", inca() + incb());
    printf("%d\n", inca() * 10 + incb());
    printf("%d %d\n", inca(), incb());
    printf("%d\n", three(inca(), incb(), pure(1)));
    printf("%d\n", three(pure(1), pure(2), pure(3)));
    int arr[2] = {inca(), incb()};
    printf("%d %d\n", arr[0], arr[1]);
    printf("%d %d\n", a, b);
    int i = 0, j = 0;
    printf("%d %d\n", i++, j++);
    printf("%d\n", three(i++, j--, 5));
    printf("%d %d\n", i, j);
    return 0;
}
