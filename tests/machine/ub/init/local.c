// C11 6.3.2.1p2: A local variable is read before it was given a value.
// rule: uninitialised-read
// line: 11
// output: start

#include <stdio.h>

int main(void) {
    int x;
    puts("start");
    printf("%d\n", x);
    return 0;
}
