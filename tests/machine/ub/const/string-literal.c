// C11 6.4.5p7: A string literal must not be modified.
// rule: string-literal-write
// line: 11
// output: abc

#include <stdio.h>

int main(void) {
    char *s = "abc";
    puts(s);
    s[0] = 'x';
    puts(s);
    return 0;
}
