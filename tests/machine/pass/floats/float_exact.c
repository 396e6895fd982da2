// C11 5.2.4.2.2p9: with FLT_EVAL_METHOD 0 float operations round to float each time
// choice: float-evaluation
#include <stdio.h>

int main(void) {
    float a = 0.1f, b = 0.2f, one = 1, three = 3;
    float s = a + b;
    printf("%a %a %a\n", a, s, a * b);
    printf("%a %d\n", one / three, one / three * three == one);
    float big = 16777216.0f;
    printf("%d %d\n", big + one == big, big + 2 * one == big);
    printf("%a\n", big * big + one);
    s = 0;
    for (int i = 0; i < 100; i++)
        s += a;
    printf("%a %.9g\n", s, s);
    printf("%a\n", a + 0.2);
    printf("%d %d\n", a == 0.1, (double)a == (float)0.1);
    float x = 1.0f;
    int n = 0;
    while (1 + x != 1) {
        x /= 2;
        n++;
    }
    printf("%d\n", n);
    return 0;
}
