// C11 6.2.6.1p5: A _Bool that holds 2 has no value.
// rule: trap-representation
// line: 13
// output: 1

#include <stdbool.h>
#include <stdio.h>

int main(void) {
    bool b = 2;
    printf("%d\n", b);
    *(unsigned char *)&b = 2;
    printf("%d\n", b);
    return 0;
}
