// C11 7.21.6.6: sprintf writes beyond its buffer.
// rule: out-of-bounds
// line: 11
// output: 99

#include <stdio.h>

int main(void) {
    char buf[3];
    for (int i = 99; i <= 100; i++) {
        sprintf(buf, "%d", i);
        puts(buf);
    }
    return 0;
}
