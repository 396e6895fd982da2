// C11 7.21.6.1p5: The width given by * must be an int.
// rule: format-mismatch
// line: 12
// output: 007

#include <stdio.h>
#include <string.h>

int main(void) {
    size_t width = strlen("abc");
    printf("%0*d\n", (int)width, 7);
    printf("%*d\n", width, 7);
    return 0;
}
