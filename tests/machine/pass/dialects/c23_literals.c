// C23 6.4.4.1, 6.7.10: binary constants and empty initialisers
// std: c23
#include <stdio.h>

struct S { int a; char b[3]; };
int main(void) {
    printf("%d %d %u\n", 0b101, 0B11110000, 0b11111111111111111111111111111111);
    struct S s = {};
    int a[3] = {};
    printf("%d %d %d\n", s.a, s.b[2], a[1]);
    printf("%d\n", 0b1 + 0x1 + 01);
    return 0;
}
