// C11 6.3.2.1p2: The controlling expression of a switch has no value.
// rule: uninitialised-read
// line: 11
// output: start

#include <stdio.h>

int main(void) {
    signed char mode;
    puts("start");
    switch (mode) {
    case 0:
        puts("zero");
        break;
    default:
        puts("other");
    }
    return 0;
}
