// C11 6.5.2.1: string routines written with indices and pointers
#include <stdio.h>

static size_t length(const char *s) {
    const char *p = s;
    while (*p)
        p++;
    return (size_t)(p - s);
}
static char *append(char *d, const char *s) {
    char *r = d;
    for (d += length(d); (*d = *s); d++, s++)
        ;
    return r;
}
static int cmp(const char *a, const char *b) {
    for (; *a && *a == *b; a++, b++)
        ;
    return (unsigned char)*a - (unsigned char)*b;
}
static int palindrome(const char *s) {
    for (const char *e = s + length(s); s < e; s++)
        if (*s != *--e)
            return 0;
    return 1;
}
int main(void) {
    char b[20] = "ab";
    puts(append(append(b, "cd"), "efg"));
    printf("%zu %d %d %d\n", length(b), cmp("a", "b"), cmp("abc", "ab"), cmp("\xfe", "\x01"));
    printf("%d %d %d\n", palindrome("racecar"), palindrome("ab"), palindrome(""));
    return 0;
}
