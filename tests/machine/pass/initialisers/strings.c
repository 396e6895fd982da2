// C11 6.7.9p14: character arrays initialised by strings, with, without and short of the terminator
// choice: type-size
#include <stdio.h>
#include <string.h>

static char g[] = "global";
static const char *const names[] = {"zero", "one", "two"};
int main(void) {
    char exact[3] = "abc";
    char braces[] = {"xyz"};
    unsigned char u[4] = "\xff\x01";
    char two[][6] = {"hello", "ab", ""};
    printf("%.3s %zu\n", exact, sizeof exact);
    printf("%s %zu %zu\n", braces, sizeof braces, sizeof g);
    printf("%d %d %d\n", u[0], u[1], u[2]);
    printf("%s %s [%s] %zu\n", two[0], two[1], two[2], sizeof two);
    g[0] = 'G';
    puts(g);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        printf("%s ", names[i]);
    putchar('\n');
    char nul[] = "a\0b";
    printf("%zu %zu\n", sizeof nul, strlen(nul));
    return 0;
}
