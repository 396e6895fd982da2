// C11 6.5.16.2p3: compound assignment to bit-fields works on the promoted value and truncates the result
#include <stdio.h>

struct S {
    unsigned a : 4, b : 12;
    unsigned : 3;
    unsigned c : 13;
};
static void show(struct S s) { printf("%u %u %u\n", s.a + 0u, s.b + 0u, s.c + 0u); }
int main(void) {
    struct S s = {15, 4095, 8191};
    s.a += 3;
    s.b *= s.b;
    s.c <<= 5;
    show(s);
    s.a |= 0xfc;
    s.b ^= 0xfff0;
    s.c >>= 7;
    show(s);
    s.a %= 5;
    s.b /= 7;
    s.c -= 100;
    show(s);
    s.a &= ~1;
    s.b = -s.b;
    s.c = ~s.c;
    show(s);
    return 0;
}
