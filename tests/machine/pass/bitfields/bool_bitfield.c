// C11 6.7.2.1p10, 6.3.1.2: a _Bool bit-field converts its value as _Bool does
#include <stdio.h>

struct F {
    _Bool a : 1;
    _Bool b : 1;
    unsigned c : 1;
};
int main(void) {
    struct F f = {2, 0, 2};
    printf("%d %d %d\n", f.a, f.b, f.c);
    f.b = 4;
    f.c = 4;
    printf("%d %d\n", f.b, f.c);
    f.b++;
    printf("%d\n", f.b);
    f.b--;
    printf("%d\n", f.b);
    f.b--;
    printf("%d\n", f.b);
    f.a = 0.25;
    f.b = !f.a;
    f.a ^= 3;
    printf("%d %d\n", f.a, f.b);
    int r = (f.a = 100);
    printf("%d\n", r);
    return 0;
}
