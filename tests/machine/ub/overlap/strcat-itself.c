// C11 7.24.3.1p2: strcat of a string to itself.
// rule: overlapping-copy
// line: 12
// output: ab

#include <stdio.h>
#include <string.h>

int main(void) {
    char s[16] = "ab";
    puts(s);
    strcat(s, s);
    puts(s);
    return 0;
}
