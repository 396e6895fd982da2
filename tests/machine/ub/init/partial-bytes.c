// C11 6.3.2.1p2: Only three of the four bytes of an int were written.
// rule: uninitialised-read
// line: 16
// output: 3

#include <stdio.h>

int main(void) {
    int x;
    unsigned char *b = (unsigned char *)&x;
    int i = 0;
    for (; i < 3; i++) {
        b[i] = 0;
    }
    printf("%d\n", i);
    x += 1;
    printf("%d\n", x);
    return 0;
}
