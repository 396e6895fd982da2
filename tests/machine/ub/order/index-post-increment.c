// C11 6.5p2: The index reads i while the right operand modifies it.
// TRAPS: a[i] = i++
// rule: unsequenced
// line: 12
// output: start

#include <stdio.h>

int main(void) {
    int a[4] = { 0 }, i = 0;
    puts("start");
    a[i] = i++;
    return a[0];
}
