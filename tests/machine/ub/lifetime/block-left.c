// C11 6.2.4p6: The variable of an inner block is gone when the block is left.
// rule: indeterminate-pointer
// line: 15
// output: 1

#include <stdio.h>

int main(void) {
    int *p;
    {
        int x = 1;
        p = &x;
        printf("%d\n", *p);
    }
    printf("%d\n", *p);
    return 0;
}
