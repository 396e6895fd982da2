// C11 6.5.7p4: 1 << 31 is undefined in C up to C23.
// TRAPS: signed << into or past the sign bit: undefined in C99 to C23
// rule: shift-overflow
// line: 13
// std: c23
// output: go

#include <stdio.h>

int main(void) {
    const int top = 31;
    puts("go");
    int flag = 1 << top;
    printf("%d\n", flag);
    return 0;
}
