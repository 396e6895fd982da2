// C11 7.24.6.3: strlen reads on into the part of the buffer that has no value.
// rule: uninitialised-read
// line: 13
// output: ab

#include <stdio.h>
#include <string.h>

int main(void) {
    char buf[8];
    memcpy(buf, "ab", 2);
    printf("%c%c\n", buf[0], buf[1]);
    printf("%d\n", (int)strlen(buf));
    return 0;
}
