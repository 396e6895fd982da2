// C11 7.24.4p1: the sign of a comparison can be tested, negated, kept and passed on
#include <stdio.h>
#include <string.h>

static int by_name(const char *a, const char *b) { return strcmp(a, b); }
static int reversed(const char *a, const char *b) { return -by_name(a, b); }
static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    int kept = by_name("ab", "b");
    printf("%d %d %d\n", kept < 0, kept == 0, !kept);
    printf("%d %d %d\n", sign(reversed("ab", "b")), sign(memcmp("xyz", "xya", 3)), strcmp("q", "q"));
    if (strncmp("abc", "abd", 2))
        puts("different");
    else
        puts("same start");
    const char *names[4] = {"delta", "alpha", "charlie", "bravo"};
    for (int i = 1; i < 4; i++)
        for (int j = i; j > 0 && by_name(names[j - 1], names[j]) > 0; j--) {
            const char *t = names[j];
            names[j] = names[j - 1];
            names[j - 1] = t;
        }
    printf("%s %s %s %s\n", names[0], names[1], names[2], names[3]);
    return 0;
}
