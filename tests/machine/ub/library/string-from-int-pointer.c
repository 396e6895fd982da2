// C11 7.21.6.1p8: %s needs a pointer to a character type.
// rule: format-mismatch
// line: 11
// output: 65

#include <stdio.h>

int main(void) {
    int text[2] = { 65, 0 };
    printf("%d\n", text[0]);
    printf("%s\n", text);
    return 0;
}
