// C11 6.7.10: _Static_assert at file scope, in blocks and in structs
// skip: tcc 0.9.27 does not know _Static_assert inside a struct
#include <limits.h>
#include <stdio.h>

_Static_assert(sizeof(int) == 4, "int has 32 bits");
struct S {
    char a;
    _Static_assert(CHAR_BIT == 8, "bytes");
    int b;
};
int main(void) {
    _Static_assert(sizeof(struct S) == 8, "padding");
    _Static_assert((char)-1 < 0 || (char)-1 == 255, "char");
    struct S s = {1, 2};
    printf("%d\n", s.a + s.b);
    return 0;
}
