// C11 F.2: double arithmetic is IEEE binary64, rounded once per operation
// choice: float-evaluation
#include <stdio.h>

int main(void) {
    double a = 0.1, b = 0.2, c = 0.3;
    printf("%a %a %d\n", a + b, c, a + b == c);
    printf("%a %a\n", a * 3, a * b);
    printf("%a %a\n", 1 / 3.0, 2 / 3.0);
    printf("%a\n", 1e16 + 1);
    printf("%a\n", 9007199254740993.0);
    double s = 0;
    for (int i = 0; i < 10; i++)
        s += a;
    printf("%a %d\n", s, s == 1.0);
    printf("%a\n", a * 10 - s);
    volatile double x = 1e308;
    double y = x;
    printf("%d\n", y * 10 / 10 == x);
    printf("%a\n", 3.0 * 1.1 - 3.3);
    return 0;
}
