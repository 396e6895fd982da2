// C11 6.2.6.1: a _Bool is stored as the byte 0 or 1
// choice: object-representation
#include <stdio.h>
#include <string.h>

struct S { _Bool a, b; };
int main(void) {
    _Bool b = 42;
    unsigned char *p = (unsigned char *)&b;
    printf("%d\n", *p);
    *p = 0;
    printf("%d\n", b);
    *p = 1;
    printf("%d\n", b);
    unsigned char raw[2] = {1, 0};
    struct S s;
    memcpy(&s, raw, sizeof s);
    printf("%d %d\n", s.a, s.b);
    _Bool arr[3] = {0.1, 0, -5};
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof arr; i++)
        sum = sum * 2 + ((unsigned char *)arr)[i];
    printf("%u\n", sum);
    return 0;
}
