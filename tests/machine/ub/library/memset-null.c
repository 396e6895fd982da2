// C11 7.1.4p1: memset of a null pointer, even with length zero.
// rule: library-argument
// line: 13
// output: start

#include <stdio.h>
#include <string.h>

int main(void) {
    void *p = NULL;
    size_t n = 0;
    puts("start");
    memset(p, 0, n);
    return 0;
}
