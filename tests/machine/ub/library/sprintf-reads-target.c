// C11 7.21.6.6p2: a string that the format does read must not lie in the target
// rule: overlapping-copy
// line: 7
#include <stdio.h>
int main(void) {
    char b[8] = "abc";
    sprintf(b, "%s!", b + 1);
    printf("%s\n", b);
    return 0;
}
