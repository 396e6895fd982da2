// C11 7.21.6.1p7: %zu is given an int, in snprintf.
// rule: format-mismatch
// line: 13
// output: 12

#include <stdio.h>

int main(void) {
    char buf[16];
    int n = 12;
    snprintf(buf, sizeof buf, "%d", n);
    puts(buf);
    snprintf(buf, sizeof buf, "%zu", n);
    puts(buf);
    return 0;
}
