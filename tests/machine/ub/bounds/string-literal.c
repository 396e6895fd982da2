// C11 6.4.5p6: A string literal has one element more than characters, and not two.
// rule: out-of-bounds
// line: 13
// output: 0

#include <stdio.h>

int main(void) {
    const char *s = "abc";
    int i = 3;
    printf("%d\n", s[i]);
    i++;
    printf("%d\n", s[i]);
    return 0;
}
