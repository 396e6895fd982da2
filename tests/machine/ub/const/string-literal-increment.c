// C11 6.4.5p7: ++ on the middle of a literal that a static table points to.
// rule: string-literal-write
// line: 14
// output: one

#include <stdio.h>

static char *words[] = { "one", "two" };

int main(void) {
    puts(words[0]);
    char *p = words[1];
    p++;
    ++*p;
    return 0;
}
