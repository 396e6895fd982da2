// C11 6.10.6: #pragma pack limits the alignment of members on every supported compiler
// choice: packing
#include <stdio.h>

#pragma pack(push, 1)
struct A { char c; int i; short s; };
#pragma pack(2)
struct B { char c; int i; char d; };
#pragma pack(pop)
struct C { char c; int i; short s; };
int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct A), sizeof(struct B), sizeof(struct C));
    struct A a[2] = {{1, 2, 3}, {4, 5, 6}};
    struct B b = {'b', -1, 'd'};
    a[1].i += a[0].i;
    b.i--;
    a[0] = a[1];
    printf("%d %d %d %c %d %c\n", a[0].c, a[0].i, a[0].s, b.c, b.i, b.d);
    return 0;
}
