// C11 6.4.5: arrays of strings, pointers into them and arrays of arrays of characters
#include <stdio.h>
#include <string.h>

static const char *const days[] = {"mon", "tue", "wed", 0};
int main(void) {
    const char *const *p;
    int n = 0;
    for (p = days; *p; p++)
        n += (int)strlen(*p);
    printf("%d %d\n", n, (int)(p - days));
    const char *s = days[1];
    printf("%c%c %s\n", *s, s[2], s + 1);
    char grid[3][4] = {"abc", "def", "ghi"};
    char *rows[3];
    for (int i = 0; i < 3; i++)
        rows[i] = grid[2 - i];
    rows[0][1] = 'X';
    char **r = rows;
    printf("%s %s %c\n", *r, r[2], **(r + 1));
    printf("%s\n", grid[2]);
    const char *e = "end";
    while (*e)
        e++;
    printf("%d\n", e[-1]);
    char *argv[] = {"prog", "-x", NULL}, **a = argv;
    while (*++a)
        puts(*a);
    return 0;
}
