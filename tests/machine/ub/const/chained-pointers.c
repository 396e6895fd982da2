// C11 6.7.3p6: A const pointer variable is changed through a pointer to pointer.
// rule: const-write
// line: 13
// output: 1

#include <stdio.h>

int main(void) {
    int x = 1, y = 2;
    int *const fixed = &x;
    int **pp = (int **)&fixed;
    printf("%d\n", **pp);
    *pp = &y;
    printf("%d\n", *fixed);
    return 0;
}
