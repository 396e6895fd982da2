// C11 6.7.4p8: A noreturn function returns only for one argument.
// rule: noreturn-returned
// line: 19
// output: fatal

#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>

noreturn static void finish(int level) {
    if (level > 1) {
        puts("over");
        exit(0);
    }
}

static void report(int level) {
    puts("fatal");
    finish(level);
}

int main(void) {
    report(1);
    return 0;
}
