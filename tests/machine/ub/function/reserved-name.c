// C11 7.1.3p1: the names of library functions are reserved as identifiers with external linkage
// rule: reserved-name
// line: 6
#include <stdio.h>

unsigned long strlen(const char *s) {
    unsigned long n = 0;
    while (s[n])
        n++;
    return n;
}
int main(void) {
    printf("%lu\n", strlen("abc"));
    return 0;
}
