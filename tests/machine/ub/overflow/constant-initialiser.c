// C11 6.5p5: Overflow among constants in the initialiser of a local variable.
// rule: signed-overflow
// line: 10
// output: day

#include <stdio.h>

int main(void) {
    puts("day");
    const int microseconds = 24 * 60 * 60 * 1000 * 1000;
    printf("%d\n", microseconds);
    return 0;
}
