// C11 7.24.4p1: Only the sign of what strcmp returns is specified; printing it shows the library.
// rule: unspecified-result
// line: 11
// output: less

#include <stdio.h>
#include <string.h>

int main(void) {
    puts(strcmp("a", "c") < 0 ? "less" : "not less");
    printf("%d\n", strcmp("a", "c"));
    return 0;
}
