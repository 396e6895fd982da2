// C11 6.5.2.2p10: A comparison of two reads from one cursor.
// rule: order-dependent
// line: 16
// output: a

#include <stdio.h>

static const char *input = "abc";

static char get(void) {
    return *input++;
}

int main(void) {
    printf("%c\n", get());
    if (get() < get()) {
        puts("ascending");
    }
    return 0;
}
