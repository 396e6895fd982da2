// C11 7.1.4p1: puts of a null pointer.
// rule: library-argument
// line: 11
// output: ok

#include <stdio.h>
#include <string.h>

int main(void) {
    puts("ok");
    puts(strchr("abc", 'x'));
    return 0;
}
