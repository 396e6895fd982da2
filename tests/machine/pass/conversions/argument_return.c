// C11 6.5.2.2p7, 6.8.6.4p3: arguments and return values are converted as if by assignment
#include <stdio.h>

static unsigned char narrow(unsigned char x) { return x; }
static unsigned char ret(int x) { return x; }
static long widen(int x) { return x; }
static unsigned long uwiden(unsigned x) { return x; }
static _Bool truth(int x) { return x; }
static int whole(double d) { return d; }
static double dbl(int x) { return x; }
int main(void) {
    printf("%d %d\n", narrow(0x1ff), ret(-1));
    printf("%ld %lu\n", widen(-5), uwiden(-5));
    printf("%d %d\n", truth(256), truth(0));
    printf("%d %d\n", whole(-3.99), whole(3));
    printf("%.2f\n", dbl(-3.99) / 2);
    printf("%d\n", narrow(1000) + narrow(1000));
    return 0;
}
