// C11 6.5.3.1, 6.5.2.5p4: a compound literal is an lvalue, which ++ and -- can change
#include <stdio.h>
int main(void) {
    printf("%d %d\n", ++(int){7}, --(unsigned char){0});
    printf("%d\n", ++(int[]){1, 2}[1]);
    int *p = &(int){3};
    printf("%d\n", ++*p);
    return 0;
}
