// C11 6.8.4p3: an if statement is a block, so a tag or enumerator declared in its condition ends with it
// skip: tcc 0.9.27 gives an if statement no scope of its own ("redeclaration of 'x'")
#include <stdio.h>

int main(void) {
    int x = 1;
    if (sizeof(enum { x = 33 }) && x == 33)
        printf("%d ", x);
    printf("%d ", x);
    if (sizeof(struct s { int v; }) == sizeof(int))
        printf("%d ", (struct s){x + 1}.v);
    while (sizeof(enum { x = 7 }) && x != 7)
        puts("never");
    struct s { char c; } s = {'c'};
    printf("%d %c\n", x, s.c);
    return 0;
}
