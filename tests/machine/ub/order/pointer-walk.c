// C11 6.5p2: The pointer is advanced and read in one expression.
// rule: unsequenced
// line: 16
// output: ab

#include <stdio.h>

int main(void) {
    char s[] = "ab", t[3];
    char *p = s, *q = t;
    puts(s);
    while (*p) {
        *q++ = *p++;
    }
    p = s;
    *p++ = *p;
    return 0;
}
