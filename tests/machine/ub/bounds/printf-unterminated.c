// C11 7.21.6.1p8: %s without precision needs a terminated string.
// rule: out-of-bounds
// line: 15
// output: abc

#include <stdio.h>

struct name {
    char text[3];
};

int main(void) {
    struct name n = { { 'a', 'b', 'c' } };
    printf("%.3s\n", n.text);
    printf("%s\n", n.text);
    return 0;
}
