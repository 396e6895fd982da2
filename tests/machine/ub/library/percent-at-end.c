// C11 7.21.6.1p9: A conversion specification is cut off by the end of the format.
// rule: format-mismatch
// line: 10
// output: 50%

#include <stdio.h>

int main(void) {
    printf("%d%%\n", 50);
    printf("50%");
    return 0;
}
