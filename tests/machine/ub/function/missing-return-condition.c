// C11 6.9.1p12: The missing value is used as a condition.
// rule: missing-return-value
// line: 16
// output: checked

#include <stdio.h>

static int check(int x) {
    if (x > 10) {
        puts("checked");
    }
}

int main(void) {
    check(11);
    if (check(1)) {
        puts("true");
    }
    return 0;
}
