// C11 6.5.16p3: the value of an assignment is the value after conversion to the left type
#include <stdio.h>

int main(void) {
    int i;
    unsigned char c;
    long l;
    unsigned u;
    l = i = c = 0x1ff;
    printf("%ld %d %d\n", l, i, c);
    l = u = -1;
    printf("%ld %u\n", l, u);
    double d = i = 3.75;
    printf("%.2f %d\n", d, i);
    float f;
    d = f = 0.1;
    printf("%d\n", d == 0.1);
    if ((c = 256))
        puts("taken");
    else
        puts("not taken");
    _Bool b;
    i = b = 42;
    printf("%d\n", i);
    return 0;
}
