// C11 6.5.3.3: unary operators promote their operand first
#include <limits.h>
#include <stdio.h>

int main(void) {
    unsigned char c = 0x0f;
    printf("%d %d %d %d\n", ~c, -c, +c, !c);
    unsigned short s = 0xffff;
    printf("%d %d\n", ~s, -s);
    unsigned u = 5;
    printf("%u %u %d\n", ~u, -u, !u);
    int i = -1;
    printf("%d %d %d %d\n", ~i, -i, !i, !!i);
    long l = LONG_MAX;
    printf("%ld %ld\n", ~l, -l);
    printf("%d\n", - - -i);
    printf("%d\n", ~~INT_MIN == INT_MIN);
    printf("%d\n", !"text");
    double d = 0.0;
    printf("%d %d\n", !d, !0.5);
    return 0;
}
