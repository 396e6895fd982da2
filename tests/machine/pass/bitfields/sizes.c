// C11 6.7.2.1p11-12: a field that does not fit starts a new unit; width zero closes the unit
// choice: type-size
#include <stddef.h>
#include <stdio.h>

struct A { unsigned a : 31, b : 1; };
struct B { unsigned a : 31, b : 2; };
struct C { unsigned a : 1; unsigned : 0; unsigned b : 1; };
struct D { char c; unsigned a : 8; };
struct E { unsigned a : 17; char c; short s; };
struct F { unsigned : 5; unsigned a : 3; char c; };
struct G { int i; unsigned a : 1; };
struct H { char c; unsigned : 0; char d; };
int main(void) {
    printf("%zu %zu %zu %zu\n", sizeof(struct A), sizeof(struct B), sizeof(struct C), sizeof(struct D));
    printf("%zu %zu %zu %zu\n", sizeof(struct E), sizeof(struct F), sizeof(struct G), sizeof(struct H));
    struct C c = {1, 1};
    struct F f = {5, 'x'};
    printf("%d %d %d %c\n", c.a, c.b, f.a, f.c);
    printf("%zu %zu\n", offsetof(struct E, c), offsetof(struct H, d));
    return 0;
}
