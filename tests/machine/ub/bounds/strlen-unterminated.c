// C11 7.24.6.3, 6.7.9p14: An array without room for the terminator is no string.
// rule: out-of-bounds
// line: 12
// output: ab

#include <stdio.h>
#include <string.h>

int main(void) {
    char s[2] = "ab";
    printf("%c%c\n", s[0], s[1]);
    printf("%d\n", (int)strlen(s));
    return 0;
}
