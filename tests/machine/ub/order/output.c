// C11 6.5.2.2p10: Both calls print; the order of the lines is unspecified.
// rule: order-dependent
// line: 13

#include <stdio.h>

static int say(const char *text) {
    puts(text);
    return 1;
}

int main(void) {
    int r = say("left") + say("right");
    return r != 2;
}
