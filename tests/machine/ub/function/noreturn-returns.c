// C11 6.7.4p8: A function declared _Noreturn returns to its caller.
// rule: noreturn-returned
// line: 13
// output: dying

#include <stdio.h>

static _Noreturn void die(const char *why) {
    puts(why);
}

int main(void) {
    die("dying");
    puts("still alive");
    return 0;
}
