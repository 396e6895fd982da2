// C11 6.5.2.4p2: ++ and -- on a bit-field wrap at its width
// choice: signed-conversion-wraps
#include <stdio.h>

struct S {
    unsigned u : 3;
    signed s : 3;
    unsigned one : 1;
};
int main(void) {
    struct S s = {6, 2, 0};
    for (int i = 0; i < 4; i++) {
        int a = s.u++, b = ++s.s, c = s.one--;
        printf("%d %d %d | %d %d %d\n", a, b, c, s.u, s.s, s.one);
    }
    s.u = 0;
    s.u--;
    printf("%d\n", s.u);
    int n = 0;
    for (s.u = 1; s.u; s.u++)
        n++;
    printf("%d\n", n);
    return 0;
}
