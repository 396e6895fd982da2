// C11 7.21.6.1p2: arguments that the format does not need are evaluated and otherwise ignored
#include <stdio.h>

static char *fill(char *buf, char *p) {
    sprintf(buf, "abcde", p++);
    return p;
}

int main(void) {
    char b[6], c[8] = "xyz";
    printf("%d\n", fill(b, &b[2]) == &b[3]);
    printf("%s\n", b);
    sprintf(c, "%d", 12, c);
    printf("%s\n", c);
    snprintf(c + 4, 3, "%.2s%s", c, "!", c + 5);
    printf("%s %s\n", c, c + 4);
    return 0;
}
