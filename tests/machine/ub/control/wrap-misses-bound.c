// C11 6.8.5p6: The counter wraps round for ever, since its step never meets the bound.
// TRAPS: csmith 32: loops that wrap and miss their bound
// rule: infinite-loop
// line: 13
// output: start

#include <stdint.h>
#include <stdio.h>

int main(void) {
    int8_t i;
    puts("start");
    for (i = 6; i != -5; i -= 4) {
    }
    printf("%d\n", i);
    return 0;
}
