// C11 7.21.7: puts adds a newline, putchar returns what it wrote, fprintf to stdout is printf
#include <stdio.h>

int main(void) {
    puts("");
    puts("line");
    for (const char *s = "chars\n"; *s; s++)
        putchar(*s);
    int r = putchar('A');
    printf(" %d\n", r);
    r = putchar(256 + 'B');
    printf(" %d\n", r);
    printf("%d\n", puts("x") >= 0);
    fprintf(stdout, "%d %s\n", 5, "five");
    putchar('\t');
    putchar(0x7e);
    putchar('\n');
    return 0;
}
