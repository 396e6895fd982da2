// C11 6.2.1p7: The scope of x begins before its initialiser, so x is read before it has a value.
// rule: uninitialised-read
// line: 12
// output: outer 1

#include <stdio.h>

int main(void) {
    int x = 1;
    printf("outer %d\n", x);
    {
        int x = x + 1;
        printf("inner %d\n", x);
    }
    return 0;
}
