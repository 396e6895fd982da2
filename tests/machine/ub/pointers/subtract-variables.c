// C11 6.5.6p9: Subtraction of pointers to different objects.
// rule: pointer-subtraction
// line: 12
// output: 2

#include <stddef.h>
#include <stdio.h>

int main(void) {
    int a[2] = { 0, 0 }, b = 1;
    printf("%d\n", (int)(a + 2 - a));
    ptrdiff_t d = &b - a;
    return d == 0;
}
