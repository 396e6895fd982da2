// C11 6.8.5p6: An unsigned counter is never below zero.
// TRAPS: infinite loops without side effects are undefined, in C with a non-constant condition
// rule: infinite-loop
// line: 14
// output: 3

#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint8_t last = 0;
    int a[4] = { 0, 1, 2, 3 };
    printf("%d\n", a[3]);
    for (uint8_t i = 3; i >= 0; i--) { last = i; }
    return last;
}
