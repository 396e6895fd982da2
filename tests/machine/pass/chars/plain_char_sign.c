// C11 6.2.5p15: plain char is signed on x86
// choice: char-sign
#include <limits.h>
#include <stdio.h>

int main(void) {
    char c = '\xff';
    printf("%d %d\n", c, c < 0);
    printf("%d\n", CHAR_MIN);
    printf("%d\n", '\377');
    char s[] = "\x80\x7f";
    printf("%d %d\n", s[0], s[1]);
    unsigned char u = c;
    printf("%d\n", u);
    printf("%d\n", (unsigned char)s[0]);
    return 0;
}
