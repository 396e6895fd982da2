// C11 6.5.6p8: Arithmetic on a member array must stay within it, not only within the struct.
// rule: pointer-arithmetic
// line: 17
// output: 7

#include <stdio.h>

struct s {
    char head[4];
    char tail[8];
};

int main(void) {
    struct s s = { "abc", "defghij" };
    char *p = s.head;
    printf("%d\n", (int)sizeof s.tail - 1);
    p += 5;
    printf("%c\n", *p);
    return 0;
}
