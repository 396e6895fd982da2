// C11 6.5p7: A declared array of char is no storage for an int, however well aligned.
// rule: effective-type
// line: 12
// output: a

#include <stdio.h>

int main(void) {
    _Alignas(int) char buf[8] = "abcdefg";
    int *p = (int *)buf;
    printf("%c\n", buf[0]);
    *p = 1;
    return 0;
}
