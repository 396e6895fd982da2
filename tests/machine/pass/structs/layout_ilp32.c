// C11 6.7.2.1p14: on i386 long long and double are aligned to four bytes inside a struct
// target: ilp32
// choice: type-size
#include <stddef.h>
#include <stdio.h>

struct A { char a; long long b; };
struct B { char a; double d; char c; };
struct C { char a; long b; void *p; };
struct D { short s; long long l[2]; };
int main(void) {
    printf("%zu %zu\n", sizeof(struct A), offsetof(struct A, b));
    printf("%zu %zu\n", sizeof(struct B), offsetof(struct B, c));
    printf("%zu %zu\n", sizeof(struct C), offsetof(struct C, p));
    printf("%zu %zu\n", sizeof(struct D), offsetof(struct D, l));
    struct A a = {1, -5000000000LL};
    struct A b = a;
    printf("%d %lld\n", b.a, b.b);
    return 0;
}
