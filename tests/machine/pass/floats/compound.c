// C11 6.5.16.2: compound assignment and ++ on floating objects, and with mixed types
#include <stdio.h>

int main(void) {
    float f = 1.5f;
    double d = 2.25;
    f++;
    --d;
    printf("%.2f %.2f\n", f, d);
    f += d;
    d *= f;
    printf("%.4f %.4f\n", f, d);
    float old = f--;
    printf("%.2f %.2f\n", old, f);
    int i = 7;
    i /= 2.0;
    printf("%d\n", i);
    i *= 1.5f;
    printf("%d\n", i);
    unsigned char c = 200;
    c += 55.9;
    printf("%d\n", c);
    c -= 254.5;
    printf("%d\n", c);
    f = 0.1f;
    f += 0.1;
    printf("%a\n", f);
    long l = 1L << 53;
    l += 1.0;
    printf("%ld\n", l);
    d = i = 3.9;
    printf("%.1f\n", d);
    return 0;
}
