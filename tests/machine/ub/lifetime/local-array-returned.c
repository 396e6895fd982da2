// C11 6.2.4p2: A function returns its local array, which decays to a dead pointer.
// rule: indeterminate-pointer
// line: 21
// output: 1

#include <stdio.h>

static char *digits(int n) {
    static char fixed[2] = "1";
    char buf[12];
    if (n == 1) {
        return fixed;
    }
    sprintf(buf, "%d", n);
    char *start = buf;
    return start;
}

int main(void) {
    puts(digits(1));
    puts(digits(22));
    return 0;
}
