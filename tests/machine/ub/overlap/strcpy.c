// C11 7.24.2.3p2: strcpy used to drop the first character.
// rule: overlapping-copy
// line: 12
// output: xtext

#include <stdio.h>
#include <string.h>

int main(void) {
    char s[] = "xtext";
    puts(s);
    strcpy(s, s + 1);
    puts(s);
    return 0;
}
