// C11 6.2.4p6: goto jumps over the initialiser of a variable that is then read.
// TRAPS: goto into the scope of an initialised variable
// rule: initialiser-skipped
// line: 15
// output: jump

#include <stdio.h>

int main(void) {
    puts("jump");
    goto inside;
    {
        int x = 5;
    inside:
        printf("%d\n", x);
    }
    return 0;
}
