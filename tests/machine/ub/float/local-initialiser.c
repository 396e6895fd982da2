// C11 6.3.1.4p1, 6.7.9p11: An initialiser is converted as if by assignment.
// TRAPS: csmith 130, 132, 135: float to integer out of range, also in initialisers
// rule: float-to-int
// line: 12
// output: begin

#include <stdint.h>
#include <stdio.h>

int main(void) {
    puts("begin");
    uint8_t levels[3] = { 0.99f, 255.99f, 256.0f };
    printf("%d\n", levels[2]);
    return 0;
}
