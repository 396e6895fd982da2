// C11 6.5.3.4p3: alignments of types in the LP64 model
// choice: type-size
#include <stdio.h>

struct S { char c; short s; };
int main(void) {
    printf("%zu %zu %zu %zu\n", _Alignof(char), _Alignof(short), _Alignof(int), _Alignof(long));
    printf("%zu %zu %zu\n", _Alignof(double), _Alignof(void *), _Alignof(int[5]));
    printf("%zu %zu\n", _Alignof(struct S), _Alignof(union { char c; long l; }));
    return 0;
}
