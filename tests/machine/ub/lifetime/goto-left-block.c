// C11 6.2.4p6: goto leaves the block of the variable and ends its lifetime.
// rule: indeterminate-pointer
// line: 11
// output: 6

#include <stdio.h>

int main(void) {
    int *p = NULL;
again:
    if (p) {
        return *p;
    }
    {
        int x = 6;
        p = &x;
        printf("%d\n", *p);
        goto again;
    }
}
