// C11 6.7.3p6: memcpy reads a volatile object as plain bytes.
// rule: volatile-access
// line: 13
// output: 5

#include <stdio.h>
#include <string.h>

int main(void) {
    volatile int v = 5;
    int x = v;
    printf("%d\n", x);
    memcpy(&x, (const void *)&v, sizeof x);
    return x;
}
