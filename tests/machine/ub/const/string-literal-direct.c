// C11 6.4.5p7: Assignment to an element of a literal without any pointer variable.
// rule: string-literal-write
// line: 11
// output: b

#include <stdio.h>

int main(void) {
    int i = 1;
    printf("%c\n", "abc"[i]);
    "abc"[i] = 'B';
    return 0;
}
