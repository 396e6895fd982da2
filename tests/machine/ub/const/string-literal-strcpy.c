// C11 6.4.5p7, 7.24.2.3: strcpy into a literal, even of the same text.
// rule: string-literal-write
// line: 13
// output: same

#include <stdio.h>
#include <string.h>

int main(void) {
    char copy[] = "same";
    char *literal = "same";
    puts(copy);
    strcpy(literal, copy);
    return 0;
}
