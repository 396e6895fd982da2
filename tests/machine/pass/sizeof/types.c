// C11 6.5.3.4p4: sizes of the basic types in the LP64 model
// choice: type-size
#include <stddef.h>
#include <stdio.h>

int main(void) {
    printf("%zu %zu %zu %zu %zu\n", sizeof(char), sizeof(short), sizeof(int), sizeof(long), sizeof(long long));
    printf("%zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(_Bool));
    printf("%zu %zu %zu\n", sizeof(void *), sizeof(int (*)(void)), sizeof(size_t));
    printf("%zu %zu\n", sizeof(ptrdiff_t), sizeof(enum { X }));
    printf("%zu %zu %zu\n", sizeof 'a', sizeof "abc", sizeof(char)*3);
    printf("%zu %zu\n", sizeof(union { char c[5]; short s; }), sizeof(union { char c[9]; double d; }));
    printf("%zu\n", sizeof(int[2][3]) / sizeof(int[3]));
    return 0;
}
