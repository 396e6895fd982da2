// C11 7.21.6.1p6: The flag # with %d is undefined.
// rule: format-mismatch
// line: 10
// output: 0xff

#include <stdio.h>

int main(void) {
    printf("%#x\n", 255u);
    printf("%#d\n", 255);
    return 0;
}
