// C11 6.7.3p6: A const member of a struct that is not const itself.
// rule: const-write
// line: 17
// output: 3

#include <stdio.h>

struct s {
    int a;
    const int b;
};

int main(void) {
    struct s s = { 1, 2 };
    s.a = 3;
    printf("%d\n", s.a);
    *(int *)&s.b = 4;
    printf("%d\n", s.b);
    return 0;
}
