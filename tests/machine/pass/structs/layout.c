// C11 6.7.2.1p14: members are laid out in order, each aligned for its type
// choice: type-size
#include <stddef.h>
#include <stdio.h>

struct A { char a; int b; char c; };
struct B { char a, b; short c; int d; };
struct C { char a; long b; char c[3]; };
struct D { struct A a; char b; };
struct E { char a; double d; float f; };
struct F { char a[7]; };
int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct A), offsetof(struct A, b), offsetof(struct A, c));
    printf("%zu %zu %zu\n", sizeof(struct B), offsetof(struct B, c), offsetof(struct B, d));
    printf("%zu %zu %zu\n", sizeof(struct C), offsetof(struct C, b), offsetof(struct C, c));
    printf("%zu %zu\n", sizeof(struct D), offsetof(struct D, b));
    printf("%zu %zu %zu\n", sizeof(struct E), offsetof(struct E, d), offsetof(struct E, f));
    printf("%zu\n", sizeof(struct F));
    return 0;
}
