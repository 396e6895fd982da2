// C11 6.5.9p6: A loop runs until its pointer meets the next variable.
// rule: unspecified-equality
// line: 19
// output: 3

#include <stdio.h>

static char first[3] = "ab";
static char second[3] = "cd";

int main(void) {
    int n = 0;
    char *p = first;
    while (p != first + 3) {
        p++;
        n++;
    }
    printf("%d\n", n);
    for (p = first; p != second; p++) {
        n++;
    }
    return n;
}
