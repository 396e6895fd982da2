// C11 6.2.6.1p6: bits that belong to no member have no say in the members, nor in whole bytes
#include <stdio.h>
#include <string.h>

struct full {
    unsigned a : 3;
    unsigned b : 13;
    unsigned c : 16;
};
struct holes {
    unsigned a : 3;
    unsigned : 2;
    unsigned b : 7;
    signed char k;
};

int main(void) {
    struct full f = {1, 2, 3};
    unsigned char bytes[sizeof f];
    memcpy(bytes, &f, sizeof f);
    printf("%d %d %d %d\n", bytes[0], bytes[1], bytes[2], bytes[3]);
    union {
        struct full f;
        unsigned u;
    } v;
    v.f = f;
    printf("%u\n", v.u);
    v.u = 0xffff;
    v.f.a = 0;
    printf("%u\n", v.u);
    struct holes p = {1, 2, 3}, q;
    q = p;
    q.a = 4;
    printf("%d %d %d\n", q.a, q.b, q.k);
    memset(&q, 0, sizeof q);
    q.b = 5;
    struct holes *r = &q;
    r->a++;
    printf("%d %d %d\n", q.a, q.b, q.k);
    return 0;
}
