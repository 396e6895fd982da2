// C11 6.2.4p2: Access to a variable of a block that was left; the address survived as an integer.
// rule: dangling-access
// line: 16
// output: 3

#include <stdint.h>
#include <stdio.h>

int main(void) {
    uintptr_t address;
    {
        int x = 3;
        address = (uintptr_t)&x;
        printf("%d\n", *(int *)address);
    }
    *(int *)address = 4;
    return 0;
}
