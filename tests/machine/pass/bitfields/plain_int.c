// C11 6.7.2p5: a plain int bit-field is signed on every supported compiler
// choice: plain-int-bit-field
#include <stdio.h>

struct S {
    int a : 3;
    int b : 1;
    unsigned c : 3;
};
int main(void) {
    struct S s;
    s.a = -1;
    s.b = -1;
    s.c = 7;
    printf("%d %d %d\n", s.a, s.b, s.c);
    printf("%d %d\n", s.a < 0, s.b < 0);
    s.a = 3;
    s.b = 0;
    printf("%d %d\n", s.a, s.b);
    return 0;
}
