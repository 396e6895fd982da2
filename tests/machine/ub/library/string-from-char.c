// C11 7.21.6.1p9: %s is given a character instead of a pointer.
// rule: format-mismatch
// line: 11
// output: a

#include <stdio.h>

int main(void) {
    char c = 'a';
    printf("%c\n", c);
    printf("%s\n", c);
    return 0;
}
