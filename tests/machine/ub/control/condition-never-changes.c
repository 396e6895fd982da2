// C11 6.8.5p6: The body does nothing to the variable in the condition.
// rule: infinite-loop
// line: 12
// output: wait

#include <stdio.h>

static int busy = 1;

int main(void) {
    puts("wait");
    while (busy) ;
    puts("done");
    return 0;
}
