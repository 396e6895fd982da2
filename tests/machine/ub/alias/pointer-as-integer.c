// C11 6.5p7: A pointer object is read as an integer of the same size.
// rule: effective-type
// line: 13
// output: 2

#include <stdint.h>
#include <stdio.h>

int main(void) {
    int x = 2;
    int *p = &x;
    printf("%d\n", *p);
    uintptr_t n = *(uintptr_t *)&p;
    return n == 0;
}
