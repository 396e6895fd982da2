// C11 6.7.3p6: a pointer to the plain member of a union whose twin is volatile refers to a plain object
#include <stdio.h>

union u {
    volatile unsigned f0;
    unsigned f1;
    const unsigned f2;
};

static union u g = {7};

int main(void) {
    unsigned *p = &g.f1;
    printf("%u\n", *p);
    ++*p;
    printf("%u %u\n", g.f1, g.f2);
    return 0;
}
