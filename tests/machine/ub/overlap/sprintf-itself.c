// C11 7.21.6.6p2: sprintf appends to its own buffer.
// rule: overlapping-copy
// line: 12
// output: 1

#include <stdio.h>

int main(void) {
    char s[16];
    sprintf(s, "%d", 1);
    puts(s);
    sprintf(s, "%s,%d", s, 2);
    puts(s);
    return 0;
}
