// C11 6.3.2.3p5: An odd address, computed as an integer, is converted to a pointer to short.
// rule: misaligned
// line: 13
// output: 1

#include <stdint.h>
#include <stdio.h>

int main(void) {
    short a[2] = { 1, 2 };
    uintptr_t address = (uintptr_t)a;
    printf("%d\n", *(short *)address);
    printf("%d\n", *(short *)(address + 1));
    return 0;
}
