// C11 7.21.6.1p4: A precision with %c is undefined.
// rule: format-mismatch
// line: 10
// output: ab

#include <stdio.h>

int main(void) {
    printf("%.2s\n", "abc");
    printf("%.2c\n", 'a');
    return 0;
}
