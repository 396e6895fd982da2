// C11 6.7.2.1: bit-fields on ILP32
// target: ilp32
#include <stdio.h>

struct S { unsigned a : 10, b : 22; unsigned long c : 20; unsigned long long d : 40; };
int main(void) {
    struct S s = {1023, 0x3fffff, 0xfffff, 0xffffffffff};
    unsigned long long d = s.d;
    printf("%d %d %lu %llx\n", s.a, s.b, (unsigned long)s.c, d);
    s.a++;
    s.b -= 0x200000;
    s.d = 5;
    d = s.d;
    printf("%d %d %llu %zu\n", s.a, s.b, d, sizeof s);
    return 0;
}
