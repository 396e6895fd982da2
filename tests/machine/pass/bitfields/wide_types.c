// C11 6.7.2.1p5: bit-fields of char, short and long long, only stored and loaded
#include <stdio.h>

struct W {
    unsigned long long a : 40;
    signed long long b : 24;
    unsigned char c : 5;
    short d : 9;
    unsigned long long e : 64;
};
int main(void) {
    struct W w = {0xabcdef0123, -5, 31, -200, 0xffffffffffffffff};
    unsigned long long a = w.a, e = w.e;
    long long b = w.b;
    printf("%llx %lld %d %d %llx\n", a, b, w.c, w.d, e);
    w.a = 0x1ffffffffffULL;
    w.b = 0x7fffff;
    a = w.a;
    b = w.b;
    printf("%llx %lld\n", a, b);
    w.c = 33;
    w.d = -256;
    printf("%d %d\n", w.c, w.d);
    return 0;
}
