// C17 6.5: C17 is C11 with corrections, so that this means the same in both
// std: c17
#include <stdio.h>

struct T { union { int i; char c[4]; }; };
int main(void) {
    struct T t = {.i = 0x41424344};
    printf("%c%c%c%c\n", t.c[0], t.c[1], t.c[2], t.c[3]);
    printf("%s\n", _Generic(1.0f, float: "float", double: "double"));
    int i = 3;
    i = (i++, i);
    printf("%d\n", i);
    return 0;
}
