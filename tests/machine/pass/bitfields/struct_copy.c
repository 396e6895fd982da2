// C11 6.5.16.1: copying, passing and returning structs with bit-fields and unnamed fields
#include <stdio.h>

struct S {
    unsigned a : 5;
    unsigned : 6;
    signed b : 11;
    unsigned : 0;
    unsigned c : 27;
};
static struct S bump(struct S s) {
    s.a++;
    s.b--;
    s.c += 1000;
    return s;
}
int main(void) {
    struct S s = {31, -1024 + 5, 1 << 26}, t[2];
    t[0] = s;
    t[1] = bump(t[0]);
    for (int i = 0; i < 3; i++)
        t[i & 1] = bump(t[1 - (i & 1)]);
    printf("%u %d %u\n", s.a, s.b, s.c);
    printf("%u %d %u\n", t[0].a, t[0].b, t[0].c);
    printf("%u %d %u\n", t[1].a, t[1].b, t[1].c);
    return 0;
}
