// C11 6.7.2.1p5: a bit-field of plain char has its sign
// choice: char-sign
#include <stdio.h>

struct S {
    char f : 3;
};

int main(void) {
    struct S s = {5};
    printf("%d\n", s.f);
    return 0;
}
