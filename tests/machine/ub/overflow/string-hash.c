// C11 6.5p5: A hash kept in int overflows on a late character.
// rule: signed-overflow
// line: 11
// output: 3556498

#include <stdio.h>

static int hash(const char *s) {
    int h = 0;
    while (*s) {
        h = h * 31 + (unsigned char)*s;
        s++;
    }
    return h;
}

int main(void) {
    printf("%d\n", hash("test"));
    printf("%d\n", hash("overflowing"));
    return 0;
}
