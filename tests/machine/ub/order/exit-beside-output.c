// C11 6.5p3: whether one operand prints depends on whether the other ends the program before it
// rule: order-dependent
// line: 15
#include <stdio.h>
#include <stdlib.h>

static int say(void) {
    return printf("hello\n");
}
static int quit(void) {
    exit(0);
}

int main(void) {
    int r = say() + quit();
    return r;
}
